import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../test/places/fake-world.ts';
import { jumpMarkers, jumpUrl } from '../agentfile/jump.ts';
import { followRule, jumpValues } from './jump-rule.ts';

const session = { agent: 'ralph', session: 'a/b c', title: 'Fix it', cwd: '/home/dev/über dir', transcript: null };
const place = placeOf({
  tmux: { socket: '/s', server_pid: 1, server_start_ms: 1, pane: '%5' },
  tty: '/dev/pts/3',
  pid: 42,
  app: 'kitty',
});
const opened: string[] = [];
const open = async (url: string) => {
  opened.push(url);
  return { ok: true as const };
};

describe('values', () => {
  it('are those of the session and of its place', () => {
    expect(jumpValues(session, place)).toEqual({
      session: 'a/b c',
      agent: 'ralph',
      cwd: '/home/dev/über dir',
      title: 'Fix it',
      transcript: '',
      host: 'kitty',
      tmux_pane: '%5',
      tty: '/dev/pts/3',
      pid: '42',
    });
  });

  it('are percent-encoded whole', async () => {
    opened.length = 0;
    const url = 'myeditor://focus?folder={cwd}&pane={tmux_pane}';
    expect(await followRule([{ name: 'the rule', url }], jumpValues(session, place), open)).toEqual({
      ok: true,
      level: 'rule',
      certain: false,
      what: 'opened the rule',
    });
    expect(opened).toEqual(['myeditor://focus?folder=%2Fhome%2Fdev%2F%C3%BCber%20dir&pane=%255']);
  });
});

describe('rules', () => {
  it('go on to the next when a marker has no value', async () => {
    opened.length = 0;
    const rules = [
      { name: "the agent's", url: 'one://open?t={transcript}' },
      { name: "the app's", url: 'two://open?p={pid}' },
    ];
    expect(await followRule(rules, jumpValues(session, place), open)).toMatchObject({ ok: true, what: "opened the app's" });
    expect(opened).toEqual(['two://open?p=42']);
  });

  it.each([
    ['one://open?t={transcript}', 'the rule needs something that is not known of this session'],
    ['FILE:///etc/passwd', 'the rule may not open "file:" addresses: they open files or run code'],
    ['java\tscript:alert(1)', 'the rule holds a control character'],
  ])('say why %o is not used', async (url, why) => {
    opened.length = 0;
    expect(await followRule([{ name: 'the rule', url }], jumpValues(session, place), open)).toEqual({ ok: false, why });
    expect(opened).toEqual([]);
  });

  it('say what the opener said', async () => {
    const refuse = async () => ({ ok: false as const, why: 'nothing here opens such a URL (status 3)' });
    expect(await followRule([{ name: 'the rule', url: 'one://x' }], jumpValues(session, place), refuse)).toEqual({
      ok: false,
      why: 'the rule: nothing here opens such a URL (status 3)',
    });
  });

  it('have nothing to say when there are none', async () => {
    expect(await followRule([], jumpValues(session, place), open)).toBeUndefined();
  });
});

// For any values: the same scheme, host, path segments and parameter names.
const template = fc
  .record({
    scheme: fc.constantFrom('myeditor', 'vscode', 'https', 'X-App'),
    host: fc.constantFrom('focus', 'Open.Example', 'h:8080'),
    segments: fc.array(fc.constantFrom('a', '{cwd}', '{session}', 'x{title}', '{tty}.b', '%2e'), { maxLength: 4 }),
    parameters: fc.array(fc.constantFrom('{cwd}', '{pid}', 'a{title}b', '{tmux_pane}', ''), { maxLength: 4 }),
    fragment: fc.constantFrom('', '#{session}', '#end'),
  })
  .map(({ scheme, host, segments, parameters, fragment }) => ({
    url: `${scheme}://${host}/${segments.join('/')}${parameters.length > 0 ? `?${parameters.map((value, at) => `p${at}=${value}`).join('&')}` : ''}${fragment}`,
    names: parameters.map((_, at) => `p${at}`),
  }));
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    '..',
    '.',
    '/',
    '//evil.example/',
    '?a=b',
    '#',
    '%2e%2e',
    '&p0=1',
    'a b',
    '\n',
    '😀',
    '\ud800',
    '@',
    ':',
    '\\',
    '{cwd}',
  ),
);
const values = fc.record(
  Object.fromEntries(jumpMarkers.map((name) => [name, text])) as Record<(typeof jumpMarkers)[number], typeof text>,
);

it('keeps the shape of its URL for any values', () => {
  fc.assert(
    fc.property(template, values, ({ url, names }, given) => {
      const made = jumpUrl(url, given);
      if (made === undefined) return;
      const [before, after] = [new URL(url.replace(/\{\w+\}/gu, 'marker')), new URL(made)];
      expect([after.protocol, after.username, after.password, after.host]).toEqual([before.protocol, '', '', before.host]);
      expect([...after.searchParams.keys()]).toEqual(names);
      const segments = new URL(url.replaceAll('{', 'OPEN').replaceAll('}', 'CLOSE')).pathname.split('/');
      const meant = segments.map((segment) =>
        decodeURIComponent(segment).replace(
          /OPEN(\w+?)CLOSE/gu,
          (_, name: string) => (given as Record<string, string>)[name]?.toWellFormed() ?? '',
        ),
      );
      expect(after.pathname.split('/').map(decodeURIComponent)).toEqual(meant);
    }),
    { numRuns: 500 },
  );
});
