import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedVariables } from '../agentfile/report.ts';
import { endsWithTrailer, headerBytesMax, headerOf, parseHeader, spoolFile, trailer } from './header.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

/** Any text without NUL: what a variable or an argument can hold. */
const value = fc.string({ unit: 'grapheme', maxLength: 40 }).map((raw) => raw.replaceAll('\0', '').toWellFormed());
const fields = fc.record({
  agent: value.filter((agent) => agent !== ''),
  event: value,
  cwd: value,
  TMUX: value,
  CODEX_HOME: value,
});
const payload = fc.uint8Array({ maxLength: 200 });

/** The payload of a whole file, as the hub reads it. */
const wholePayload = (file: Uint8Array): Uint8Array | undefined => {
  const parsed = parseHeader(file);
  return endsWithTrailer(file) && 'header' in parsed
    ? file.subarray(parsed.payloadStart, file.length - trailer.length)
    : undefined;
};

describe('a spool file', () => {
  it('is read as it was written', () => {
    const file = spoolFile(
      {
        agent: 'claude',
        event: 'Stop',
        cwd: '/a b',
        pid: '12',
        ppid: '7',
        at_ms: '1700000000123',
        TMUX: '/tmp/t,1,0',
        HOME: '/root',
      },
      bytes('{"a":1}'),
    );
    expect(text(file)).toBe(
      'vigie=1\0agent=claude\0event=Stop\0cwd=/a b\0pid=12\0ppid=7\0at_ms=1700000000123\0TMUX=/tmp/t,1,0\0HOME=/root\0\0{"a":1}\0vigie-end\n',
    );
    expect(parseHeader(file)).toStrictEqual({
      header: {
        agent: 'claude',
        event: 'Stop',
        source: 'hook',
        custom: false,
        cwd: '/a b',
        pid: 12,
        ppid: 7,
        parent: undefined,
        tty: undefined,
        at_ms: 1_700_000_000_123,
        env: { TMUX: '/tmp/t,1,0' },
      },
      payloadStart: 103,
    });
  });

  it('keeps any values and any payload', () => {
    fc.assert(
      fc.property(fields, payload, (told, sent) => {
        const file = spoolFile(told, sent);
        const parsed = parseHeader(file);
        expect(parsed).toMatchObject({ header: { agent: told.agent, event: told.event, cwd: told.cwd || undefined } });
        expect(wholePayload(file)).toStrictEqual(sent);
      }),
    );
  });

  it('is never half an event, wherever it is cut', () => {
    fc.assert(
      fc.property(fields, payload, (told, sent) => {
        const file = spoolFile(told, sent);
        for (let length = 0; length < file.length; length += 1)
          expect(wholePayload(file.subarray(0, length))).not.toStrictEqual(sent);
      }),
      { numRuns: 25 },
    );
  });

  it('may be any bytes', () => {
    const garbage = fc.oneof(
      payload,
      payload.map((data) => Uint8Array.of(...bytes('vigie=1\0'), ...data)),
    );
    fc.assert(
      fc.property(garbage, (data) => {
        const parsed = parseHeader(data);
        expect('reason' in parsed || parsed.header.agent !== '').toBe(true);
      }),
    );
  });

  it.each([
    ['', 'its header was cut off'],
    ['{"a":1}', 'its header was cut off'],
    ['\0', 'it does not begin as a spool file does'],
    ['agent=claude\0\0', 'it does not begin as a spool file does'],
    ['vigie=1\0agent=claude\0', 'its header was cut off'],
    ['vigie=1\0event=Stop\0\0', 'it names no agent'],
    ['vigie=1\0agent=\0\0', 'it names no agent'],
    [`vigie=1\0agent=claude\0x=${'y'.repeat(headerBytesMax)}\0\0`, 'its header has no end'],
  ])('%j is refused', (file, reason) => {
    expect(parseHeader(bytes(file))).toStrictEqual({ reason });
  });

  it('ignores what it does not know, and of two the second', () => {
    const parsed = parseHeader(
      bytes('vigie=1\0agent=a\0colour=red\0agent=b\0=x\0lonely\0pid=-1\0ppid=seven\0at_ms=\0source=person\0\0'),
    );
    expect(parsed).toMatchObject({ header: { agent: 'a', pid: undefined, ppid: undefined, at_ms: undefined, source: 'hook' } });
  });

  it('may hold bytes that are no text', () => {
    const file = Uint8Array.of(...bytes('vigie=1\0agent=a\0cwd=/x'), 0xff, 0xfe, 0, 0);
    expect(parseHeader(file)).toMatchObject({ header: { cwd: '/x\ufffd\ufffd' } });
  });
});

describe('the line about the parent', () => {
  const stat = '7 (node (x) y) S 3 7 7 34818 7 4194560 1 0 0 0 1 2 0 0 20 0 1 0 5501 100 5';
  const head = 'vigie=1\0agent=a\0ppid=7\0lead=parent\0\0';

  it('goes before the payload', () => {
    const parsed = parseHeader(bytes(`${head}${stat}\n{"a":1}`));
    expect(parsed).toMatchObject({
      header: { parent: { pid: 7, ppid: 3, name: 'node (x) y', start: 5501, tty: '/dev/pts/2' } },
      payloadStart: head.length + stat.length + 1,
    });
  });

  it.each(['{"a":1}\n{"b":2}', '8 (other) S 3 7 7 0 7\n{}', '', '\n'])(
    'is missing before %j, and nothing is taken for it',
    (rest) => {
      expect(parseHeader(bytes(head + rest))).toMatchObject({ header: { parent: undefined }, payloadStart: head.length });
    },
  );
});

describe('facts from elsewhere', () => {
  it('are read by the same keys', () => {
    const facts = new Map([
      ['agent', 'ralph'],
      ['custom', '1'],
      ['source', 'plugin'],
      ...carriedVariables.map((name): [string, string] => [name, name.toLowerCase()]),
      ['HOME', '/root'],
    ]);
    const header = headerOf((key) => facts.get(key));
    expect(header).toMatchObject({ agent: 'ralph', custom: true, source: 'plugin' });
    expect(Object.keys(header?.env ?? {})).toStrictEqual([...carriedVariables]);
  });
});
