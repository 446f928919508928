import { resolve } from 'node:path';
import { VigieError } from '../../domain/error.ts';
import { pathsFor, surroundings } from '../../host/folders.ts';
import { writeLaunchers } from '../../host/launchers.ts';
import type { ShimName } from '../../host/shims.ts';
import { installShim, keptPath, removeShim, shimFiles, shimNames } from '../../host/shims.ts';
import { launcherPaths } from '../reach-hub.ts';
import type { Terminal } from '../terminal.ts';
import type { Verb } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const args = {
  program: { type: 'positional', required: false, description: 'gnista, tma or coucou; without it, all three.' },
  dir: {
    type: 'positional',
    required: false,
    description:
      "The folder, where it is not the usual one: that of Vigie's launchers for gnista and tma, Coucou's own for coucou.",
  },
} as const;

const wanted = (program: string | undefined): readonly ShimName[] => {
  if (program === undefined || program === '') return shimNames;
  const known = shimNames.filter((name) => name === program);
  if (known.length === 0) throw new VigieError('usage', `there is no shim for ${program}`, `There are: ${shimNames.join(', ')}`);
  return known;
};

/** Does it for every file, and gives 1 when one was refused. */
const forEachFile = (
  { program, dir }: { program?: string | undefined; dir?: string | undefined },
  terminal: Terminal,
  work: (file: ReturnType<typeof shimFiles>[number]) => { said: string; isRefused: boolean },
): number => {
  const folder = dir === undefined || dir === '' ? undefined : resolve(dir);
  let status = 0;
  for (const name of wanted(program))
    for (const file of shimFiles(name, pathsFor(), surroundings(), folder)) {
      const { said, isRefused } = work(file);
      if (isRefused) {
        terminal.tell(`${said}\n`);
        status = 1;
      } else terminal.write(`${said}\n`);
    }
  return status;
};

const install = defineVerb({
  description: [
    'Puts shell files in place that go by the names of other programs, so that hooks and tools that were written for those speak to Vigie as they are: `gnista hook`, `tma-hook`, `tma event`, and the relay of Coucou.',
    'A real program that stands there is left alone, unless you say --replace; then it is kept beside, and comes back with `vigie shims remove`.',
  ],
  args: { ...args, replace: { type: 'boolean', description: 'Moves a real program aside.' } },
  examples: [
    { command: 'vigie shims install gnista', about: "Puts `gnista` beside `vigie`, in the launchers' folder." },
    { command: 'vigie shims install tma ~/.local/bin', about: 'Puts `tma` and `tma-hook` there.' },
  ],
  exits: [[1, 'A real program stands in the way; standard error says where.']],
  run({ program, dir, replace = false }, terminal) {
    const paths = pathsFor();
    writeLaunchers(paths.bin, launcherPaths(paths));
    const status = forEachFile({ program, dir }, terminal, (file) => {
      const outcome = installShim(file, paths.bin, replace);
      if (outcome === 'refused')
        return {
          said: `${file.path} is not Vigie's, so it stays. ${replace ? `${keptPath(file.path)} is there already; move that away first.` : 'To move it aside: --replace'}`,
          isRefused: true,
        };
      return {
        said: outcome === 'replaced' ? `${file.path} (the one before is ${keptPath(file.path)})` : file.path,
        isRefused: false,
      };
    });
    return Promise.resolve(status);
  },
});

const remove = defineVerb({
  description: ['Takes shims away again, and puts a program back that was moved aside for one.'],
  args,
  examples: [{ command: 'vigie shims remove coucou', about: "Takes away what stands in the place of Coucou's relay." }],
  exits: [[1, 'What stands there is not a shim; standard error says where.']],
  run({ program, dir }, terminal) {
    const words = { removed: 'removed', restored: 'put back as it was', absent: 'is not there' } as const;
    const status = forEachFile({ program, dir }, terminal, (file) => {
      const outcome = removeShim(file);
      return outcome === 'refused'
        ? { said: `${file.path} is not Vigie's, so it stays.`, isRefused: true }
        : { said: `${file.path}: ${words[outcome]}`, isRefused: false };
    });
    return Promise.resolve(status);
  },
});

export const verb: Verb = defineVerb({
  description: ['What was written for Gnista, tma or Coucou speaks to Vigie through small shell files that go by their names.'],
  args: {},
  examples: [],
  verbs: [
    { name: 'install', group: 'Shims', summary: 'put shims in place', load: () => Promise.resolve(install) },
    { name: 'remove', group: 'Shims', summary: 'take shims away', load: () => Promise.resolve(remove) },
  ],
  run: () => Promise.resolve(0),
});
