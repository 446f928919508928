import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInFiles, builtIns, fileText } from '../../test/agent-registry.ts';
import { eventKinds } from '../domain/event.ts';
import type { CustomCall } from './custom.ts';
import { readCustomCall } from './custom.ts';
import { mapReport } from './mapping.ts';
import { takenNames } from './names.ts';
import type { Registry } from './registry.ts';
import { createRegistry } from './registry.ts';

const caller = { at_ms: 5_000, cwd: '/here', place: { tty: '/dev/pts/1' }, env: {} };
const call = (
  object: unknown,
  { name = 'ralph', event, registry = builtIns }: { name?: string; event?: string; registry?: Registry } = {},
): CustomCall =>
  readCustomCall(
    name,
    event,
    object instanceof Uint8Array ? object : Buffer.from(typeof object === 'string' ? object : JSON.stringify(object)),
    caller,
    registry,
  );
const sent = (object: unknown, options: Parameters<typeof call>[1] = {}) => {
  const { report, said } = call(object, options);
  expect(said).toEqual([]);
  return report && mapReport(report, options.registry ?? builtIns).events[0];
};
const demo = { session: 'demo', event: 'needs-you', message: 'Ralph wants to deploy', cwd: '/p' };

describe('hook custom', () => {
  it('takes the three lines of the demo', () => {
    expect(sent(demo)).toEqual({
      kind: 'needs-you',
      agent: 'ralph',
      session: 'demo',
      source: 'hook',
      at_ms: 5_000,
      rule: 'needs-you',
      message: 'Ralph wants to deploy',
      cwd: '/p',
      place: { tty: '/dev/pts/1' },
    });
    expect(sent({ session: 'demo', event: 'done', message: 'Deployed' })).toMatchObject({
      kind: 'done',
      message: 'Deployed',
      cwd: '/here',
    });
    expect(sent({ session: 'demo', event: 'end' })?.kind).toBe('end');
    expect(builtIns.nameOf('ralph')).toBe('Ralph');
  });

  it.each(['a', '0', 'x'.repeat(32), 'my-tool_2', 'agy', 'pi', 'claude-code'])('takes the name %s', (name) => {
    expect(sent(demo, { name })?.agent).toBe(name);
  });

  it.each(['', 'x'.repeat(33), 'Ralph', 'RALPH', '-ralph', '_ralph', 'räl', 'ralph!', 'a b', 'a/b', 'a\n', '日本'])(
    'refuses the name %j',
    (name) => {
      expect(call(demo, { name })).toEqual({ report: undefined, said: [expect.stringContaining('is no name of an agent')] });
    },
  );

  it.each([...takenNames])('refuses %s, which is built in', (name) => {
    expect(call(demo, { name })).toEqual({ report: undefined, said: [`The name ${name} is taken by a built-in agent.`] });
  });

  it.each(eventKinds.filter((kind) => !['answered', 'seen', 'unseen'].includes(kind)))('takes the event %s', (event) => {
    expect(sent({ session: 's', event })?.kind).toBe(event);
    expect(sent({ session: 's' }, { event: event.toUpperCase().replaceAll('-', '_') })?.kind).toBe(event);
  });

  it.each<[unknown, string]>([
    ['strat', '"strat" is not an event. Did you mean "start"?'],
    ['needs', '"needs" is not an event.'],
    ['answered', '"answered" is not an event.'],
    ['seen', '"seen" is not an event.'],
    ['ignore', '"ignore" is not an event.'],
    ['x\u001b[31m\n', '"x[31m" is not an event.'],
    [5, 'The event must be a string, not a number.'],
    [['done'], 'The event must be a string, not a list.'],
    ['', 'The event is missing: give it in the object or after the name.'],
    [null, 'The event is missing: give it in the object or after the name.'],
  ])('refuses the event %j', (event, complaint) => {
    const { report, said } = call({ session: 's', event });
    expect(report).toBeUndefined();
    expect(said.join('\n')).toContain(complaint);
  });

  it('lets the argument win over the field, and says so when they differ after folding', () => {
    expect(sent({ session: 's', event: 'needs_you' }, { event: 'NeedsYou' })?.kind).toBe('needs-you');
    const { report, said } = call({ session: 's', event: 'done' }, { event: 'end' });
    expect(report && mapReport(report, builtIns).events[0]?.kind).toBe('end');
    expect(said).toEqual(['The event is "end" on the command line but "done" in the object; the command line counts.']);
    expect(call({ session: 's', event: 7 }, { event: 'end' }).report).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['session', 5],
    ['session', 1.5],
    ['session', 'x'.repeat(256)],
    ['message', ''],
    ['message', null],
    ['message', 'é'.repeat(9_000)],
    ['input', 'ls'],
    ['input', { command: 'ls' }],
    ['reason', 'rate_limit'],
    ['reason', null],
    ['cost', 0],
    ['tokens', 1e9],
    ['context', 100],
    ['unknown_field', [1]],
    ['detail', { a: 1 }],
  ])('takes %s: %.20j', (field, value) => {
    expect(sent({ ...demo, [field]: value })?.kind).toBe('needs-you');
  });

  it('takes a number for a session’s name, and cuts texts at 8 KiB', () => {
    expect(sent({ ...demo, session: 42 })?.session).toBe('42');
    expect(sent({ ...demo, message: `${'x'.repeat(8_190)}é!` })?.message).toBe(`${'x'.repeat(8_190)}é`);
    expect(sent({ ...demo, message: `${'x'.repeat(8_191)}é!` })?.message).toBe('x'.repeat(8_191));
    expect(sent(String.raw`{"session":"s","event":"done","message":"a\ud83d"}`)?.message).toBe('a\uFFFD');
  });

  it.each<[string, unknown, string]>([
    ['session', undefined, 'session is missing.'],
    ['session', null, 'session is missing.'],
    ['session', '', 'session must be 1 to 256 characters long'],
    ['session', 'x'.repeat(257), 'session must be 1 to 256 characters long'],
    ['session', true, 'session must be a string, not true or false.'],
    ['session', ['s'], 'session must be a string, not a list.'],
    ['message', 5, 'message must be a string, not a number.'],
    ['cwd', false, 'cwd must be a string, not true or false.'],
    ['tool', {}, 'tool must be a string, not an object.'],
    ['title', 1, 'title must be a string, not a number.'],
    ['prompt', [], 'prompt must be a string, not a list.'],
    ['reply', 1, 'reply must be a string, not a number.'],
    ['model', 1, 'model must be a string, not a number.'],
    ['subagent', 1, 'subagent must be a string, not a number.'],
    ['input', 5, 'input must be a string or an object, not a number.'],
    ['input', ['ls'], 'input must be a string or an object, not a list.'],
    ['reason', 'because', 'reason must be one of permission, question, plan, trust, rate_limit.'],
    ['cost', -0.01, 'cost must be a number of 0 or more.'],
    ['cost', '1', 'cost must be a number of 0 or more, not a string.'],
    ['tokens', -1, 'tokens must be a number of 0 or more'],
    ['context', 101, 'context must be a number from 0 to 100'],
    ['context', -1, 'context must be a number from 0 to 100'],
  ])('sends nothing when %s is %.20j', (field, value, complaint) => {
    const { report, said } = call({ ...demo, [field]: value });
    expect(report).toBeUndefined();
    expect(said).toEqual([expect.stringContaining(complaint)]);
  });

  it('says everything that is wrong at once', () => {
    expect(call({ ...demo, cwd: 1, tool: 2 }).said).toHaveLength(2);
  });

  it.each([
    ['nothing', '', 'is empty'],
    ['no JSON', '{session:1}', 'is not JSON'],
    ['a list', [demo], 'is a list'],
    ['a text', '"x"', 'is not an object'],
    ['two objects', `${JSON.stringify(demo)}\n${JSON.stringify(demo)}`, 'holds more than one object'],
    ['a key twice', '{"session":"a","session":"b","event":"done"}', 'has a key that stands twice'],
    [
      'invalid UTF-8',
      Uint8Array.from([...Buffer.from('{"session":"'), 0xff, ...Buffer.from('","event":"done"}')]),
      'is not valid UTF-8',
    ],
  ])('sends nothing of %s', (_, object, complaint) => {
    const { report, said } = call(object);
    expect(report).toBeUndefined();
    expect(said.join('\n')).toContain(complaint);
  });

  it('takes an object of 1 MiB, but not a byte more', () => {
    const padded = (bytes: number): Buffer => {
      const object = Buffer.from(JSON.stringify(demo));
      return Buffer.concat([object, Buffer.alloc(bytes - object.length, ' ')]);
    };
    expect(sent(padded(1_048_576))?.kind).toBe('needs-you');
    expect(call(padded(1_048_577))).toEqual({
      report: undefined,
      said: ['The object is 1048577 bytes long; it may be 1048576.'],
    });
  });

  it('goes by the agent’s file where there is one', () => {
    const file = fileText(
      'ralph.json',
      '{"fields":{"session":"$.id","event":"$.type"},"events":{"beat":"ignore","ask":"needs-you"}}',
      'gnista',
    );
    const registry = createRegistry([...builtInFiles, file]);
    expect(sent({ id: 's', type: 'ask' }, { registry })?.kind).toBe('needs-you');
    expect(call({ session: 's', type: 'ask' }, { registry })).toEqual({ report: undefined, said: ['session is missing.'] });
    expect(call({ id: 5.5, type: 'ask', message: 1 }, { registry }).said).toEqual(['message must be a string, not a number.']);
    expect(call({ id: {}, type: 'ask' }, { registry }).said).toEqual(['$.id must be a string, not an object.']);
    expect(call({ type: 'beat' }, { registry })).toMatchObject({ report: { agent: 'ralph' }, said: [] });
  });

  it('says that a broken file is ignored, and goes on in the simple format', () => {
    const registry = createRegistry([...builtInFiles, fileText('ralph.json', '{"nmae":"R"}', 'gnista')]);
    const { report, said } = call(demo, { registry });
    expect(report && mapReport(report, registry).events).toMatchObject([{ kind: 'needs-you', session: 'demo' }]);
    expect(said).toEqual([
      '/agents/gnista/ralph.json is ignored:',
      '  Line 1, column 2, nmae: there is no key "nmae" here. Did you mean "name"?',
    ]);
  });

  it('never throws, and sends only what becomes an event', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('done', 'needs-you', 's', 5, null));
    const object = fc.dictionary(fc.constantFrom('session', 'event', 'message', 'input', 'cost', 'reason', 'x'), value);
    fc.assert(
      fc.property(
        object,
        fc.option(fc.string(), { nil: undefined }),
        fc.string(),
        fc.uint8Array(),
        (given, event, name, bytes) => {
          expect(() => [
            readCustomCall(name, event, bytes, caller, builtIns),
            readCustomCall('ralph', event, bytes, caller, builtIns),
          ]).not.toThrow();
          const { report, said } = call(given, event === undefined ? {} : { event });
          const made = report && mapReport(report, builtIns);
          expect(report ? 1 : 0).toBe(said.some((line) => !line.startsWith('The event is "')) ? 0 : 1);
          expect(made?.faults ?? []).toEqual([]);
          expect(made?.events.map(({ session }) => typeof session) ?? ['string']).toEqual(['string']);
        },
      ),
    );
  });
});
