import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashCall, summariseInput } from './tool-input.ts';

describe('summariseInput', () => {
  it.each([
    ['ls -la', 'ls -la'],
    [{ command: 'git push\n  --force', description: 'Push' }, 'git push --force'],
    [{ command: ['bash', '-lc', 'ls'] }, 'bash -lc ls'],
    [{ file_path: '/a/b.ts', content: 'x' }, '/a/b.ts'],
    [{ pattern: 'TODO', path: '/a' }, 'TODO'],
    [{ url: 'https://a.example', prompt: 'Read' }, 'https://a.example'],
    [{ query: 'weather' }, 'weather'],
    [{ description: 'List files', prompt: 'Please …', subagent_type: 'x' }, 'List files'],
    [{ questions: [{ question: 'Which?', options: [] }] }, 'Which?'],
    [{ limit: 3, name: 'x' }, 'x'],
    [{ command: 5, path: '/a' }, '/a'],
    [{}, ''],
    [{ n: 1 }, ''],
    [null, ''],
    [['a'], ''],
  ])('says %j as %j', (input, line) => {
    expect(summariseInput(input)).toBe(line);
  });

  it('is one line of at most 8 KiB, without control characters', () => {
    const line = summariseInput({ command: `a\u001b[31m\u0000\r\nb ${'é'.repeat(9_000)}` });
    expect(line).toMatch(/^a\[31m b é/u);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8_192);
  });
});

describe('hashCall', () => {
  it('does not depend on the order of keys', () => {
    expect(hashCall('Bash', { a: 1, b: { c: [1, 2], d: null } })).toBe(hashCall('Bash', { b: { d: null, c: [1, 2] }, a: 1 }));
  });

  it('tells tools, values, types and places apart', () => {
    const calls: [string, unknown][] = [
      ['Bash', { command: 'a' }],
      ['Bash', { command: 'b' }],
      ['Read', { command: 'a' }],
      ['Bash', { command: ['a'] }],
      ['Bash', { a: 1 }],
      ['Bash', { a: '1' }],
      ['Bash', [1, 2]],
      ['Bash', [2, 1]],
      ['Bash', null],
      ['Bash', {}],
      ['Bash', ''],
    ];
    expect(new Set(calls.map(([tool, input]) => hashCall(tool, input))).size).toBe(calls.length);
  });

  it('is the same for equal values and hardly ever for others', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(hashCall('t', a)).toBe(hashCall('t', structuredClone(a)));
        fc.pre(JSON.stringify(a).length !== JSON.stringify(b).length);
        expect(hashCall('t', a)).not.toBe(hashCall('t', b));
      }),
    );
  });
});
