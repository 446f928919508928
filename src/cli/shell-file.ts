// The lines that put the launchers' folder on the PATH, in the file that a shell reads at its start. Pure: text in, text out.

import { basename, join } from 'node:path';
import type { Surroundings } from '../host/folders.ts';

export interface ShellFile {
  /** Candidates in the order the shell looks for them: the first that exists is the one it reads, else the first is made. */
  candidates: readonly [string, ...string[]];
  /** The lines between our marks, marks included, without a line feed at the end. */
  block: string;
}

const begin = '# >>> vigie >>>';
const end = '# <<< vigie <<<';

const quoteForSh = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const quoteForFish = (text: string): string => `'${text.replace(/[\\']/gu, String.raw`\$&`)}'`;

/** At the end of the PATH, so that nothing of the user's own is hidden. */
const shLine = (bin: string): string => {
  const folder = quoteForSh(bin);
  return `case ":$PATH:" in *:${folder}:*) ;; *) export PATH="$PATH":${folder} ;; esac`;
};
const fishLine = (bin: string): string => `contains -- ${quoteForFish(bin)} $PATH; or set -gx PATH $PATH ${quoteForFish(bin)}`;

/** Which file the user's shell reads, and what belongs in it. Undefined on Windows, where no shell file sets the Path. */
export const shellFileFor = ({ env, home, platform }: Surroundings, bin: string): ShellFile | undefined => {
  if (platform === 'win32') return undefined;
  const shell = basename(env.SHELL ?? 'sh');
  const marked = (line: string): string => [begin, line, end].join('\n');
  const inHome = (name: string): string => join(home, name);
  if (shell === 'fish')
    return {
      candidates: [join(env.XDG_CONFIG_HOME || inHome('.config'), 'fish', 'conf.d', 'vigie.fish')],
      block: marked(fishLine(bin)),
    };
  const block = marked(shLine(bin));
  if (shell === 'zsh') return { candidates: [join(env.ZDOTDIR || home, '.zshrc')], block };
  if (shell !== 'bash') return { candidates: [inHome('.profile')], block };
  // Terminals on macOS start login shells, those elsewhere do not.
  return platform === 'darwin'
    ? { candidates: [inHome('.bash_profile'), inHome('.bash_login'), inHome('.profile')], block }
    : { candidates: [inHome('.bashrc')], block };
};

/** Where our block stands, with the one line feed that came with it. */
const span = (text: string): { from: number; to: number } | undefined => {
  const from = text.startsWith(begin) ? 0 : text.indexOf(`\n${begin}`) + 1;
  if (from === 0 && !text.startsWith(begin)) return undefined;
  const close = text.indexOf(`\n${end}`, from);
  if (close < 0) return undefined;
  const after = close + 1 + end.length;
  if (text[after] === '\n') return { from, to: after + 1 };
  return { from: Math.max(0, from - 1), to: after };
};

export const hasBlock = (text: string): boolean => span(text) !== undefined;

/** The text without our block: exactly what it was before `withBlock`. */
export const withoutBlock = (text: string): string => {
  const at = span(text);
  return at ? text.slice(0, at.from) + text.slice(at.to) : text;
};

/**
 * The text with our block at its end, or where one stood. A text without a line feed at its end gets none, so that taking the block
 * out again leaves the same bytes.
 */
export const withBlock = (text: string, block: string): string => {
  const at = span(text);
  if (at) {
    const old = text.slice(at.from, at.to);
    return (
      text.slice(0, at.from) +
      (old.endsWith('\n') ? `${block}\n` : old.startsWith('\n') ? `\n${block}` : block) +
      text.slice(at.to)
    );
  }
  return text === '' || text.endsWith('\n') ? `${text}${block}\n` : `${text}\n${block}`;
};
