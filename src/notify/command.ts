// A person's own program: facts in its environment, everything as JSON on its standard input, no shell in between.

import { runChild } from '../host/child.ts';
import type { Channel } from './channel.ts';
import type { Note } from './note.ts';
import { noteBody } from './note.ts';
import { brief } from './wording.ts';

const deadlineMs = 10_000;

/** @param run program and arguments */
export const commandChannel = ([file, ...args]: readonly [string, ...string[]], deadline_ms = deadlineMs): Channel => ({
  name: 'command',
  send: (note, signal) =>
    runChild(file, args, { stdin: `${JSON.stringify(noteBody(note))}\n`, env: noteEnv(note), deadline_ms, signal }),
});

/** The most urgent session's facts; a fact that is unknown is an empty variable. */
export const noteEnv = ({ id, kind, title, body, count, sessions: [first] }: Note): Record<string, string> => ({
  VIGIE_NOTE_ID: brief(id),
  VIGIE_KIND: kind,
  VIGIE_TITLE: title,
  VIGIE_BODY: body,
  VIGIE_COUNT: String(count),
  VIGIE_SESSION: brief(first?.id ?? ''),
  VIGIE_AGENT: first?.agent ?? '',
  VIGIE_HOST: brief(first?.host ?? ''),
  VIGIE_DETAIL: first?.detail ?? '',
  VIGIE_CWD: first?.cwd ?? '',
});
