import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VigieError } from '../../domain/error.ts';
import { pathsFor } from '../../host/folders.ts';
import { openPlayer } from '../player.ts';
import { callName, reachHub } from '../reach-hub.ts';
import { parseRecording } from '../recording.ts';
import { defineVerb } from '../verb.ts';

const readRecording = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new VigieError('io', `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const parseSpeed = (text: string): number => {
  const speed = Number(text);
  if (!(speed > 0)) throw new VigieError('usage', `--speed: ${text} is no number above 0`, 'As in: --speed 10');
  return speed;
};

export const verb = defineVerb({
  description: [
    'Plays a recording into the hub, arrival by arrival, as they came: reports through the relay, files that agents keep about themselves as copies, ends of processes with stand-ins. The format is in docs/recordings.md.',
    'Recordings belong in a hub of their own, so VIGIE_HOME has to name its folder. npm start -- --demo does all that with docs/demo.jsonl.',
  ],
  args: {
    file: { type: 'positional', required: true, description: 'The recording.' },
    speed: {
      type: 'string',
      default: '1',
      valueHint: 'n',
      description: 'Plays so many times as fast. Default: 1, the recorded pace.',
    },
    'into-journal': {
      type: 'boolean',
      description: 'Plays into your own journal, where VIGIE_HOME is not set. The sessions stay in its history.',
    },
  },
  examples: [
    {
      command: 'VIGIE_HOME=/tmp/try vigie replay docs/demo.jsonl --speed 5',
      about: 'The demo in fifteen seconds, apart from your own sessions.',
    },
  ],
  async run({ file, speed, 'into-journal': intoJournal }, terminal) {
    const factor = parseSpeed(speed);
    if (!terminal.env.VIGIE_HOME && !intoJournal)
      throw new VigieError(
        'refused',
        'this would play into your own journal',
        'Set VIGIE_HOME to a folder for it, or say --into-journal.',
      );
    const arrivals = parseRecording(readRecording(file), basename(file));
    const screens = arrivals.filter(({ kind }) => kind === 'screen').length;
    if (screens > 0) terminal.tell(`Skipping ${screens} of kind screen: nobody looks at them yet.\n`);
    await reachHub();
    const paths = pathsFor();
    const seconds = Math.round((arrivals.at(-1)?.after_ms ?? 0) / factor / 1000);
    terminal.tell(`Playing ${arrivals.length - screens} arrivals in ${seconds} s. To watch: ${callName(terminal.env)} watch\n`);
    const signal = terminal.interrupted();
    const player = openPlayer({ paths, files: join(paths.state, 'replayed'), arrivals });
    const began = terminal.now();
    try {
      for (const arrival of arrivals) {
        const wait_ms = began + arrival.after_ms / factor - terminal.now();
        await sleep(Math.max(0, wait_ms), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return 130;
        await player.play(arrival);
      }
    } finally {
      player.close();
    }
    terminal.tell('Played.\n');
    return 0;
  },
});
