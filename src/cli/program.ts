// All verbs, and how a command line finds its one. Each verb's file is loaded only when it is called.

import { VigieError } from '../domain/error.ts';
import { checkWords } from './command-line.ts';
import type { NamedVerb } from './help.ts';
import { nearest } from '../agentfile/nearest.ts';
import type { Terminal } from './terminal.ts';
import type { VerbEntry } from './verb.ts';

const look = 'Look';
const act = 'Act';
const hub = 'The hub';
const agents = 'Agents and settings';

export const verbs: readonly VerbEntry[] = [
  {
    name: 'ls',
    group: look,
    summary: 'list the sessions, who needs you first',
    load: async () => (await import('./verbs/ls.ts')).verb,
  },
  {
    name: 'watch',
    group: look,
    summary: 'show the list and keep it up to date',
    load: async () => (await import('./verbs/watch.ts')).verb,
  },
  {
    name: 'status',
    group: look,
    summary: 'count the sessions per state, on one line',
    load: async () => (await import('./verbs/status.ts')).verb,
  },
  {
    name: 'why',
    group: look,
    summary: 'say why a session is in its state',
    load: async () => (await import('./verbs/why.ts')).verb,
  },
  {
    name: 'log',
    group: look,
    summary: 'tell what happened in a session',
    load: async () => (await import('./verbs/log.ts')).verb,
  },
  { name: 'seen', group: act, summary: 'mark sessions as seen', load: async () => (await import('./verbs/seen.ts')).verb },
  {
    name: 'wait',
    group: act,
    summary: 'wait until a session is in a state',
    load: async () => (await import('./verbs/wait.ts')).verb,
  },
  {
    name: 'run',
    group: act,
    summary: 'run a command and show it as a session',
    load: async () => (await import('./verbs/run.ts')).verb,
  },
  {
    name: 'jump',
    group: act,
    summary: 'go to the terminal of a session',
    load: async () => (await import('./verbs/jump.ts')).verb,
  },
  {
    name: 'hook',
    group: act,
    summary: 'report what happens in an agent',
    load: async () => (await import('./verbs/hook.ts')).verb,
    neverFails: true,
  },
  {
    name: 'tell',
    group: act,
    summary: 'report an event of a home-made agent',
    load: async () => (await import('./verbs/tell.ts')).verb,
    neverFails: true,
  },
  {
    name: 'forget',
    group: act,
    summary: 'forget a session, or all that was done in a folder',
    load: async () => (await import('./verbs/forget.ts')).verb,
  },
  { name: 'up', group: hub, summary: 'start the hub', load: async () => (await import('./verbs/up.ts')).verb },
  { name: 'down', group: hub, summary: 'stop the hub', load: async () => (await import('./verbs/down.ts')).verb },
  {
    name: 'url',
    group: hub,
    summary: 'print an address that opens the page',
    load: async () => (await import('./verbs/url.ts')).verb,
  },
  {
    name: 'doctor',
    group: hub,
    summary: 'check that everything works, and say what does not',
    load: async () => (await import('./verbs/doctor.ts')).verb,
  },
  {
    name: 'record',
    group: hub,
    summary: 'record what agents report, to be played again',
    load: async () => (await import('./verbs/record.ts')).verb,
  },
  {
    name: 'replay',
    group: hub,
    summary: 'play a recording into the hub',
    load: async () => (await import('./verbs/replay.ts')).verb,
  },
  {
    name: 'connect',
    group: agents,
    summary: 'connect coding agents',
    load: async () => (await import('./verbs/connect.ts')).verb,
  },
  {
    name: 'disconnect',
    group: agents,
    summary: "take Vigie's hooks out of coding agents again",
    load: async () => (await import('./verbs/disconnect.ts')).verb,
  },
  {
    name: 'agents',
    group: agents,
    summary: 'list the agents, and help with their files',
    load: async () => (await import('./verbs/agents.ts')).verb,
  },
  {
    name: 'shims',
    group: agents,
    summary: 'put the commands of Gnista, tma and Coucou in place',
    load: async () => (await import('./verbs/shims.ts')).verb,
  },
  {
    name: 'setup',
    group: agents,
    summary: 'put vigie on the PATH of your shell',
    load: async () => (await import('./verbs/setup.ts')).verb,
  },
  {
    name: 'completions',
    group: agents,
    summary: 'make your shell complete the words of vigie',
    load: async () => (await import('./verbs/completions.ts')).verb,
  },
  {
    name: 'notify',
    group: agents,
    summary: 'try out notifications',
    load: async () => (await import('./verbs/notify.ts')).verb,
  },
  {
    name: 'config',
    group: agents,
    summary: 'read and change settings',
    load: async () => (await import('./verbs/config.ts')).verb,
  },
  { name: 'help', group: agents, summary: 'tell all about a verb', load: async () => (await import('./verbs/help.ts')).verb },
];

/** The verb that the leading words name, with the words left over. Throws a usage error with the word that was meant. */
export const findVerb = async (words: readonly string[]): Promise<NamedVerb & { rest: readonly string[] }> => {
  const path: string[] = [];
  let among = verbs;
  for (;;) {
    const word = words[path.length];
    const entry = among.find(({ name }) => name === word);
    if (!entry) throw unknownVerb(path, word, among);
    path.push(entry.name);
    const verb = await entry.load();
    const rest = words.slice(path.length);
    const isOwn = verb.alone && rest[0]?.startsWith('-');
    if (!verb.verbs || rest.length === 0 || isOwn || asksForHelp(rest.slice(0, 1)))
      return { path, summary: entry.summary, verb, rest };
    among = verb.verbs;
  }
};

const unknownVerb = (path: readonly string[], word: string | undefined, among: readonly VerbEntry[]): VigieError => {
  const names = among.map(({ name }) => name);
  const meant = word === undefined ? undefined : (names.find((name) => name.startsWith(word)) ?? nearest(word, names));
  const before = ['vigie', ...path].join(' ');
  return new VigieError(
    'usage',
    word === undefined ? `${before} needs a verb: ${names.join(', ')}` : `${before} has no verb ${word}`,
    meant ? `Did you mean: ${before} ${meant}` : `See: ${path.length === 0 ? 'vigie help' : `vigie help ${path.join(' ')}`}`,
  );
};

/** Whether these words call a verb whose status is 0 whatever happens. */
export const neverFails = ([first]: readonly string[]): boolean => verbs.find(({ name }) => name === first)?.neverFails ?? false;

const asksForHelp = (words: readonly string[]): boolean => {
  const options = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return options.includes('--help') || options.includes('-h');
};

/** Every verb with its page, those below others after them. */
export const allVerbs = async (among = verbs, above: readonly string[] = []): Promise<NamedVerb[]> => {
  const found: NamedVerb[] = [];
  for (const { name, summary, load } of among) {
    const verb = await load();
    const path = [...above, name];
    found.push({ path, summary, verb }, ...(verb.verbs ? await allVerbs(verb.verbs, path) : []));
  }
  return found;
};

/** Runs one command line to its end and gives the exit status. Throws VigieError for what a person should read. */
export const runProgram = async (words: readonly string[], terminal: Terminal): Promise<number> => {
  const [first] = words;
  if (first === undefined || first === '--help' || first === '-h') {
    const { overview } = await import('./help.ts');
    terminal.write(`${overview(verbs, terminal.columns(), terminal.paint).join('\n')}\n`);
    return 0;
  }
  if (first === '--version' || first === '-V') {
    terminal.write(`vigie ${__VIGIE_VERSION__}\n`);
    return 0;
  }
  const { path, summary, verb, rest } = await findVerb(words);
  if (asksForHelp(rest)) {
    const { helpPage } = await import('./help.ts');
    terminal.write(`${helpPage({ path, summary, verb }, terminal.columns(), terminal.paint).join('\n')}\n`);
    return 0;
  }
  if (verb.verbs && !verb.alone) throw unknownVerb(path, undefined, verb.verbs);
  checkWords(rest, verb, path.join(' '));
  return verb.run(rest, terminal);
};
