// A terminal for tests: what was written is kept, and the clock stands where it is put.

import { plain } from './paint.ts';
import type { Terminal } from './terminal.ts';

export interface FakeTerminal extends Terminal {
  written: string;
  told: string;
}

export const fakeTerminal = (fields: Partial<Terminal> = {}): FakeTerminal => {
  const terminal: FakeTerminal = {
    written: '',
    told: '',
    write: (text) => void (terminal.written += text),
    tell: (text) => void (terminal.told += text),
    isTerminal: false,
    columns: () => Number.POSITIVE_INFINITY,
    rows: () => 24,
    paint: plain,
    env: {},
    now: () => 0,
    confirm: () => Promise.resolve(false),
    interrupted: () => new AbortController().signal,
    onScreenEvents: () => () => {},
    ...fields,
  };
  return terminal;
};
