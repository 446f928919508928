import { expect, it } from 'vitest';
import type { Surroundings } from './folders.ts';
import { shimFiles } from './shims.ts';

const where = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}): Surroundings => ({
  env,
  home: '/home/dev',
  platform,
  user: 'dev',
});
const paths = { bin: '/share/bin' };
const pathsOf = (...call: Parameters<typeof shimFiles>): string[] => shimFiles(...call).map(({ path }) => path);

it('knows where Coucou keeps its relay', () => {
  expect(pathsOf('coucou', paths, where('linux'))).toEqual(['/home/dev/.local/share/coucou/bin/coucou-hook']);
  expect(pathsOf('coucou', paths, where('darwin'))).toEqual(['/home/dev/Library/Application Support/NotchBuddy/nb-hook']);
  expect(pathsOf('coucou', paths, where('win32', { LOCALAPPDATA: '/local' }))).toEqual(['/local/Coucou/bin/coucou-hook']);
});

it('puts the others beside the launchers, and all of them where it is told', () => {
  expect(pathsOf('gnista', paths, where('linux'))).toEqual(['/share/bin/gnista']);
  expect(pathsOf('tma', paths, where('linux'))).toEqual(['/share/bin/tma', '/share/bin/tma-hook']);
  expect(pathsOf('tma', paths, where('linux'), '/opt')).toEqual(['/opt/tma', '/opt/tma-hook']);
  expect(pathsOf('coucou', paths, where('darwin'), '/opt')).toEqual(['/opt/nb-hook']);
});
