import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathsFor } from '../host/folders.ts';
import { openPlayer } from './player.ts';
import { parseRecording } from './recording.ts';

it('gives the relay no variable but those that travel: others could have its shell run what they hold', async () => {
  const paths = pathsFor();
  mkdirSync(paths.bin, { recursive: true });
  const heard = join(paths.bin, 'heard');
  writeFileSync(join(paths.bin, 'vigie-hook'), `#!/bin/sh\nenv >'${heard}'\n`, { mode: 0o700 });
  const env = {
    TMUX_PANE: '%1',
    LD_PRELOAD: '/hostile.so',
    BASH_ENV: '/hostile',
    'BASH_FUNC_printf%%': '() { :; }',
    HOSTILE_PID: '1',
  };
  const arrivals = parseRecording(JSON.stringify({ at_ms: 0, kind: 'report', agent: 'claude', event: 'Stop', env }), 'r.jsonl');
  const player = openPlayer({ paths, files: paths.state, arrivals });
  for (const arrival of arrivals) expect(await player.play(arrival)).toBe(true);
  player.close();
  const lines = readFileSync(heard, 'utf8').split('\n');
  expect(lines).toContain('TMUX_PANE=%1');
  expect(lines.filter((line) => /hostile|BASH_FUNC/iu.test(line))).toEqual([]);
});
