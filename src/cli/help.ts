// Help is a page of data made from a verb's definition, shown in a terminal or as Markdown (`docs/cli.md`).

import { widthOf, wrap } from './columns.ts';
import type { Paint } from './paint.ts';
import type { Verb, VerbEntry } from './verb.ts';

/** One named verb: `['config', 'set']`. */
export interface NamedVerb {
  path: readonly string[];
  summary: string;
  verb: Verb;
}

interface Section {
  title: string;
  /** Term and what it means; a term alone is a line. */
  rows: (readonly [term: string, about: string])[];
}

interface Page {
  title: string;
  description: readonly string[];
  sections: Section[];
}

const commonExits: readonly (readonly [string, string])[] = [
  ['0', 'It is done.'],
  ['1', 'It could not be done; standard error says why and what to do next.'],
  ['2', 'The command line was wrong.'],
];

type Arg = Verb['args'][string];

const isPositional = (arg: Arg): boolean => arg.type === 'positional';

const placeholder = (name: string, verb: Verb): string => `${name.toUpperCase()}${verb.repeats === name ? '…' : ''}`;

const usageOf = ({ path, verb }: NamedVerb): string => {
  const words = ['vigie', ...path];
  if (verb.verbs) return [...words, verb.verbs.map(({ name }) => name).join('|'), '…'].join(' ');
  const args = Object.entries(verb.args);
  for (const [name, arg] of args)
    if (!isPositional(arg)) words.push(arg.required ? optionTerm(name, arg) : `[${optionTerm(name, arg)}]`);
  for (const [name, arg] of args)
    if (isPositional(arg)) words.push(arg.required === false ? `[${placeholder(name, verb)}]` : placeholder(name, verb));
  return words.join(' ');
};

const optionTerm = (name: string, arg: Arg): string =>
  arg.type === 'boolean' ? `--${name}` : `--${name} ${(arg.valueHint ?? name).toUpperCase()}`;

const pageOf = (named: NamedVerb): Page => {
  const { path, summary, verb } = named;
  const args = Object.entries(verb.args);
  const about = (arg: Arg): string => arg.description ?? '';
  const sections: Section[] = [{ title: 'Usage', rows: [[usageOf(named), '']] }];
  const add = (title: string, rows: Section['rows']): void => void (rows.length > 0 && sections.push({ title, rows }));
  add(
    'Verbs',
    (verb.verbs ?? []).map(({ name, summary }) => [[...path, name].join(' '), `${summary}.`]),
  );
  add(
    'Arguments',
    args.filter(([, arg]) => isPositional(arg)).map(([name, arg]) => [placeholder(name, verb), about(arg)]),
  );
  add('Options', [
    ...args.filter(([, arg]) => !isPositional(arg)).map(([name, arg]) => [optionTerm(name, arg), about(arg)] as const),
    ['-h, --help', 'Shows this page.'],
  ]);
  add(
    'Examples',
    verb.examples.map(({ command, about }) => [command, about]),
  );
  const ownExits = (verb.exits ?? []).map(([status, when]) => [String(status), when] as const);
  add('Exit status', [...new Map([...commonExits, ...ownExits])]);
  add(
    'See also',
    (verb.seeAlso ?? []).map((line) => [line, '']),
  );
  return { title: `vigie ${path.join(' ')} – ${summary}`, description: verb.description, sections };
};

/** Long lines are hard to read, however wide the window is. */
const pageWidthMax = 96;

/** The help of one verb, as lines for a terminal. */
export const helpPage = (named: NamedVerb, columns: number, paint: Paint): string[] => {
  const width = Math.min(columns, pageWidthMax);
  const page = pageOf(named);
  const lines = wrap(page.title, width).map((line) => paint('bold', line));
  for (const paragraph of page.description) lines.push('', ...wrap(paragraph, width));
  for (const { title, rows } of page.sections) {
    lines.push('', paint('bold', title));
    const termWidth = Math.max(...rows.filter(([, about]) => about !== '').map(([term]) => widthOf(term)), 0);
    const beside = termWidth <= 30 && width >= 60;
    for (const [term, about] of rows) {
      const text = about === '' ? [] : wrap(about, width - (beside ? termWidth + 4 : 6));
      const shown = paint(title === 'Usage' || about === '' ? 'bold' : 'cyan', term);
      if (!beside) lines.push(`  ${shown}`, ...text.map((line) => `      ${line}`));
      else {
        lines.push(text.length === 0 ? `  ${shown}` : `  ${shown}${' '.repeat(termWidth - widthOf(term))}  ${text[0]}`);
        lines.push(...text.slice(1).map((line) => ' '.repeat(termWidth + 4) + line));
      }
    }
  }
  return lines;
};

/** The list of all verbs, for `vigie --help`. */
export const overview = (entries: readonly VerbEntry[], columns: number, paint: Paint): string[] => {
  const width = Math.min(columns, pageWidthMax);
  const termWidth = Math.max(...entries.map(({ name }) => name.length));
  const lines = [
    paint('bold', 'vigie – one lookout for every coding agent on your machines'),
    '',
    ...wrap('Usage: vigie VERB [ARGUMENTS]      vigie help VERB tells all about one.', width),
  ];
  for (const [group, verbs] of Map.groupBy(entries, (entry) => entry.group)) {
    lines.push('', paint('bold', group));
    for (const { name, summary } of verbs) {
      const [first = '', ...more] = wrap(summary, width - termWidth - 4);
      lines.push(`  ${paint('cyan', name)}${' '.repeat(termWidth - name.length)}  ${first}`);
      lines.push(...more.map((line) => ' '.repeat(termWidth + 4) + line));
    }
  }
  return [
    ...lines,
    '',
    ...wrap('A session is named agent:session-id, by any clear beginning of that or of the id, or by its tmux pane (%5).', width),
  ];
};

/** All pages as one Markdown document. */
export const manual = (verbs: readonly NamedVerb[]): string =>
  [
    '# The `vigie` command',
    '',
    'Made from the definitions in `src/cli/` by `node scripts/docs.mjs`; a test says when it is stale.',
    '',
    'A *session* is named `agent:session-id`, by any unambiguous beginning of that or of the session id, or by the tmux pane it runs in (`%5`).',
    '',
    ...verbs
      .filter(({ path }) => path.length === 1)
      .map(({ path, summary }) => `- [\`vigie ${path[0]}\`](#vigie-${path[0]}): ${summary}`),
    ...verbs.flatMap((named) => markdownOf(named)),
    '',
  ].join('\n');

const markdownOf = (named: NamedVerb): string[] => {
  const page = pageOf(named);
  const lines = ['', `${'#'.repeat(named.path.length + 1)} vigie ${named.path.join(' ')}`, '', `${named.summary}.`];
  for (const paragraph of page.description) lines.push('', paragraph);
  for (const { title, rows } of page.sections) {
    lines.push('', `**${title}**`, '');
    for (const [term, about] of rows) lines.push(about === '' ? `    ${term}` : `- \`${term}\`: ${about}`);
  }
  return lines;
};
