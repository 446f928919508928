// The latest step of a session as one short sentence, in the words of the design: *Asks to run `make check`*.

import type { SessionView } from '../src/domain/view.ts';
import { lineOf } from './line.ts';
import { longAgeWords } from './time.ts';

/** Plain words, and what follows them: `code` in the typewriter face, `text` as it is. */
export interface Step {
  readonly says: string;
  readonly code?: string;
  readonly text?: string;
}

interface Deed {
  /** *Runs*, with what it runs after it. */
  does: string;
  /** *Asks to* run. */
  infinitive: string;
  /** Its input is a path, shown from the session's folder on. */
  onFile?: true;
}
const run: Deed = { does: 'Runs', infinitive: 'run' };
const read: Deed = { does: 'Reads', infinitive: 'read', onFile: true };
const edit: Deed = { does: 'Edits', infinitive: 'edit', onFile: true };
const search: Deed = { does: 'Searches', infinitive: 'search for' };
const fetch: Deed = { does: 'Fetches', infinitive: 'fetch' };
const delegate: Deed = { does: 'Starts an agent:', infinitive: 'start an agent:' };

/** Tool names as agents spell them, folded to small letters and digits. */
const deeds: ReadonlyMap<string, Deed> = new Map(
  (
    [
      [run, 'bash shell exec execute execcommand localshell runshellcommand runcommand runinterminal terminal'],
      [read, 'read readfile readmanyfiles view viewfile cat ls list listdirectory'],
      [edit, 'edit multiedit write writefile create createfile applypatch patch replace strreplace editfile notebookedit'],
      [search, 'grep glob find search searchfilecontent searchfiles toolsearch websearch googlewebsearch'],
      [fetch, 'fetch webfetch fetchurl'],
      [delegate, 'agent task spawnagent delegate'],
    ] as const
  ).flatMap(([deed, names]) => names.split(' ').map((name) => [name, deed] as const)),
);

const testCommand =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)? test|npx (?:vitest|jest)|(?:vitest|jest|pytest|ctest)|make (?:check|test)|(?:cargo|go|mix|dotnet) test)\b/u;

const deedOf = (tool: string, input: string): Deed => {
  const deed = deeds.get(tool.toLowerCase().replace(/[^a-z0-9]/gu, ''));
  if (deed === run && testCommand.test(input)) return { does: 'Tests', infinitive: 'run' };
  return deed ?? { does: `Uses ${lineOf(tool)}`, infinitive: `use ${lineOf(tool)}` };
};

const withCode = (says: string, code: string): Step => (code === '' ? { says } : { says, code });
const withText = (says: string, text: string): Step => (text === '' ? { says } : { says: `${says}:`, text });

const fromFolder = (path: string, folder: string | null): string =>
  folder !== null && folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

/** @param now epoch milliseconds, only for the age of a session that fell silent */
export const stepOf = (view: SessionView, now: number): Step => {
  if (view.state === 'blocked') return askOf(view);
  if (view.state === 'working') return workOf(view);
  if (view.state === 'unknown') return { says: `Not heard for ${longAgeWords(now - view.heard_ms)}` };
  const message = lineOf(view.message ?? '');
  if (view.detail === 'rate_limit') return withText('Failed', message || 'the rate limit is reached');
  if (view.detail === 'error') return withText('Failed', message);
  const said = lineOf(view.reply ?? '') || message;
  return said === '' ? { says: 'Waits for a prompt' } : { says: '', text: said };
};

const askOf = (view: SessionView): Step => {
  const message = lineOf(view.message ?? '');
  const input = lineOf(view.input ?? '');
  switch (view.detail) {
    case 'question':
      return withText(view.asks > 1 ? `Asks ${view.asks} things` : 'Asks', message || input);
    case 'plan':
      return withText('Shows a plan', message);
    case 'trust':
      return withText('Asks to trust this folder', message);
    case 'rate_limit':
      return withText('Waits for its rate limit', message);
    default:
  }
  if (view.tool === null) return withText(view.detail === 'permission' ? 'Asks for permission' : 'Needs you', message);
  const deed = deedOf(view.tool, input);
  if (input === '') return message === '' ? { says: `Asks to use ${lineOf(view.tool)}` } : withText('Asks', message);
  return withCode(`Asks to ${deed.infinitive}`, deed.onFile ? fromFolder(input, view.cwd) : input);
};

const workOf = (view: SessionView): Step => {
  if (view.detail === 'background') {
    const reply = lineOf(view.reply ?? '');
    return reply === '' ? { says: 'Works in the background' } : { says: 'In the background:', text: reply };
  }
  if (view.detail === 'compacting') return { says: 'Compacts its context' };
  if (view.tool === null) return { says: view.detail === 'thinking' ? 'Thinks' : 'Works' };
  const input = lineOf(view.input ?? '');
  const deed = deedOf(view.tool, input);
  return withCode(deed.does, deed.onFile ? fromFolder(input, view.cwd) : input);
};
