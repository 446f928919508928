import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TappedReport } from '../../api/contract.ts';
import { VigieError } from '../../domain/error.ts';
import { surroundings } from '../../host/folders.ts';
import { alive } from '../../host/processes.ts';
import { errorCode } from '../../host/system-error.ts';
import { processLine, recordingLine, registryLine, transcriptLine } from '../../hub/recording.ts';
import type { Redaction } from '../../hub/redaction.ts';
import { createRedaction } from '../../hub/redaction.ts';
import { reachHub } from '../reach-hub.ts';
import { defineVerb } from '../verb.ts';
import type { Sighting, Witnessed } from '../witness.ts';
import { openWitness } from '../witness.ts';

const lookEveryMs = 50;
const keepable = new Set(['paths', 'prompts']);

const parseKeep = (text: string): Set<string> => {
  const kept = text.split(',').filter((word) => word !== '');
  const unknown = kept.find((word) => !keepable.has(word));
  if (unknown === undefined) return new Set(kept);
  throw new VigieError('usage', `--keep: ${unknown} is nothing that is hidden`, 'As in: --keep paths,prompts');
};

const parseMax = (text: string): number => {
  const megabytes = Number(text);
  if (!(megabytes > 0)) throw new VigieError('usage', `--max: ${text} is no number above 0`, 'In megabytes, as in: --max 10');
  return megabytes * 1_000_000;
};

const createFile = (file: string): number => {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new VigieError('refused', `${file} is there already`, 'Name another file, or remove it.');
    throw new VigieError('io', `${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** What a report says of its session under the names that agents give it. */
const sightingOf = ({ agent, payload_base64, pid, pid_start }: TappedReport): Sighting => {
  let payload: Record<string, unknown> = {};
  try {
    payload = { ...JSON.parse(Buffer.from(payload_base64, 'base64').toString('utf8')) };
  } catch {
    // No JSON names no session.
  }
  const text = (name: string): string | undefined => (typeof payload[name] === 'string' ? payload[name] : undefined);
  return {
    agent,
    session: text('session_id'),
    transcript: text('transcript_path'),
    process: pid === null ? undefined : { pid, start: pid_start },
  };
};

const reportedLine = (tapped: TappedReport, redaction: Redaction): string => {
  const { at_ms, agent, event, source, custom, payload_base64, cwd, env, pid } = tapped;
  const payload = Buffer.from(payload_base64, 'base64');
  return recordingLine({ at_ms, agent, event, source, custom, payload, cwd: cwd ?? undefined, env, place: { pid } }, redaction);
};

const witnessedLine = (one: Witnessed, redaction: Redaction): string | undefined => {
  if (one.kind === 'process') return processLine(one.at_ms, one.agent, one.pid);
  return one.kind === 'registry' ? registryLine(one, redaction) : transcriptLine(one, redaction);
};

export const verb = defineVerb({
  description: [
    'Records what comes in at the door of the hub from now on until Ctrl-C, for vigie replay: what hooks and plugins report, what agents write about their sessions, and the ends of their processes. The format is in docs/recordings.md.',
    'Texts and the names of folders and files become stand-ins, so that the recording can be given away; ids, names of tools and the course of things stay. Look through it all the same.',
  ],
  args: {
    file: {
      type: 'positional',
      required: false,
      default: 'recording.jsonl',
      description: 'A new file. Default: recording.jsonl.',
    },
    keep: {
      type: 'string',
      default: '',
      valueHint: 'what',
      description: 'Leaves this as it is: paths, prompts (all texts), or both with a comma between.',
    },
    max: { type: 'string', default: '10', valueHint: 'mb', description: 'The most that is kept, in megabytes. Default: 10.' },
  },
  examples: [
    { command: 'vigie record', about: 'Into recording.jsonl, until Ctrl-C.' },
    { command: 'vigie record strange.jsonl --keep prompts', about: 'With what was said and run.' },
  ],
  seeAlso: ['vigie replay', 'vigie why'],
  async run({ file, keep, max }, terminal) {
    const kept = parseKeep(keep);
    const bytesMax = parseMax(max);
    const client = await reachHub();
    const redaction = createRedaction({
      home: surroundings().home,
      keepsText: kept.has('prompts'),
      keepsPaths: kept.has('paths'),
    });
    const signal = terminal.interrupted();
    const handle = createFile(file);
    const witness = openWitness(alive, () => terminal.now());
    let bytes = 0;
    let lines = 0;
    let leftOut = 0;
    const write = (line: string | undefined): void => {
      if (line === undefined) return;
      const length = Buffer.byteLength(line) + 1;
      if (bytes + length > bytesMax) return void (leftOut += 1);
      writeSync(handle, `${line}\n`);
      bytes += length;
      lines += 1;
    };
    const look = (): void => witness.look().forEach((one) => write(witnessedLine(one, redaction)));
    const looks = (async () => {
      for (; !signal.aborted; await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)) look();
    })();
    try {
      let isRecording = false;
      for await (const tapped of client.reports(signal)) {
        if (!isRecording) terminal.tell(`Recording into ${file}. Ctrl-C ends it.\n`);
        isRecording = true;
        if (!tapped) continue;
        if ('left_out' in tapped) {
          leftOut += tapped.left_out;
          continue;
        }
        witness.heed(sightingOf(tapped));
        write(reportedLine(tapped, redaction));
        look();
      }
      if (!signal.aborted) throw new VigieError('hub_away', 'The hub has ended.', `What came until then is in ${file}.`);
      await looks;
    } finally {
      closeSync(handle);
    }
    terminal.tell(`${lines} arrivals in ${file}, ${Math.ceil(bytes / 1000)} kB.\n`);
    if (leftOut > 0) terminal.tell(`${leftOut} more were left out: there was no room for them (--max).\n`);
    return 0;
  },
});
