import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Turn } from './script.ts';
import { replyTo, scriptIn } from './script.ts';

const result: Turn = { kind: 'result' };
const user = (text: string): Turn => ({ kind: 'user', text });
const tools = new Set(['Bash', 'Read', 'Agent']);

test('goes through its steps by the results that follow the prompt', () => {
  const prompt = user('Do it. call:Read {"file":"a"} call:Bash {"command":"b"} also:Bash {"command":"c"} say:"All \\"three\\"."');
  expect(replyTo([prompt], tools).calls).toEqual([{ name: 'Read', args: { file: 'a' } }]);
  expect(replyTo([prompt, result], tools).calls.map(({ args }) => args.command)).toEqual(['b', 'c']);
  expect(replyTo([prompt, result, result, result], tools)).toMatchObject({ calls: [], text: 'All "three".' });
});

test('takes the newest prompt that is a script, and never what stands inside an argument', () => {
  const inner = 'call:Bash {"command":"touch x"} say:"In." hold:inside';
  const outer = user(`Send. call:Agent ${JSON.stringify({ prompt: inner })} say:"Out."`);
  expect(replyTo([user('say:"Old."'), outer], tools)).toEqual({
    calls: [{ name: 'Agent', args: { prompt: inner } }],
    text: '',
    hold: '',
    fail: 0,
  });
  expect(replyTo([outer, result, user('<task-notification>')], tools).text).toBe('Out.');
  expect(replyTo([user(inner)], tools)).toMatchObject({ calls: [{ name: 'Bash' }], hold: 'inside' });
});

test('says something where it has no script, and ends a turn whose tool is not offered', () => {
  expect(replyTo([user('Make a title.')], tools)).toMatchObject({ calls: [], text: 'Hello from the stand-in model.' });
  expect(replyTo([user('call:Fly {} say:"No wings."')], tools)).toMatchObject({ calls: [], text: 'No wings.' });
  expect(replyTo([user('Break. fail:529')], tools).fail).toBe(529);
});

test('reads back any call, and never fails on any text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), fc.string(), (args, say) => {
      // A dictionary's `__proto__` would not come back from JSON as it went in.
      const input = JSON.parse(JSON.stringify(args)) as object;
      const text = `Go. call:Bash ${JSON.stringify(input)} say:${JSON.stringify(say)}`;
      expect(scriptIn(text)).toEqual({ steps: [[{ name: 'Bash', args: input }]], say, hold: '', fail: 0 });
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void scriptIn(`call:Bash {${text}`)));
});
