import type { Why } from '../../api/contract.ts';
import type { Source } from '../../domain/event.ts';
import { oneLine } from '../../domain/text.ts';
import { ageInWords } from '../age.ts';
import { wrap } from '../columns.ts';
import type { Paint } from '../paint.ts';
import { askHub } from '../reach-hub.ts';
import { placeOf, stateStyles, stateWord, stepOf, titleOf } from '../session-row.ts';
import { defineVerb } from '../verb.ts';

/** Who speaks, as the subject of a sentence. */
const speakers: Readonly<Record<Source, string>> = {
  hook: 'a hook of the agent',
  plugin: 'a plugin in the agent',
  wire: 'a program on the wire',
  screen: 'its screen',
  process: 'its process',
  transcript: 'its transcript',
  clock: 'the clock',
  user: 'you',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const stateText = (state: string, detail: string | null): string => (detail === null ? state : `${state} (${detail})`);

/** Why a claim that does not decide was not followed. */
const ruledOut = (claim: Why['claims'][number], deciding: Why['claims'][number] | undefined): string => {
  if (!deciding) return 'nothing rests on it any more';
  if (claim.state === deciding.state) return 'it agrees';
  if (claim.at_ms < deciding.at_ms) return 'ruled out: it is older';
  return `ruled out: ${speakers[deciding.source]} knows better for now`;
};

/** The sentences of `vigie why`. */
export const explain = (why: Why, now: number): { heading: string; sections: { title: string; lines: string[] }[] } => {
  const { session, claims, asks, events } = why;
  const ago = (at_ms: number): string => `${ageInWords(now - at_ms)} ago`;
  const named = (rule: string | null): string => (rule === null ? '' : ` (${oneLine(rule)})`);
  const deciding = claims.find(({ decides }) => decides);
  const others = claims.filter(({ decides }) => !decides).toSorted((a, b) => b.at_ms - a.at_ms);
  const word = stateWord(session);
  const unseen = word === 'done' || word === 'failed' ? ' Nobody has seen it yet.' : '';
  const fate =
    session.ended_ms === null
      ? `has been ${stateText(word, session.detail)} for ${ageInWords(now - session.since_ms)}`
      : `ended ${ago(session.ended_ms)}`;
  const heading = `${oneLine(session.id)} ${fate}.${unseen}`;

  const evidence = deciding
    ? [
        `${capital(speakers[deciding.source])} said ${deciding.kind}${named(deciding.rule)} ${ago(deciding.at_ms)}, which makes it ${stateText(deciding.state, deciding.detail)}. This decides.`,
      ]
    : [`Nothing has been claimed yet; it rests on the word of ${speakers[session.source]}.`];
  for (const { speaker, reason, tool, message, at_ms } of asks) {
    const what = oneLine([tool, message].filter(Boolean).join(': '));
    const who = speaker === '' ? 'The agent' : `Its subagent ${oneLine(speaker)}`;
    evidence.push(
      `${who} waits for you (${oneLine(reason)})${what === '' ? '' : `: ${what}`}, asked ${ago(at_ms)}. While that is open, it stays blocked.`,
    );
  }
  evidence.push(`It was last heard ${ago(session.heard_ms)}.`);
  return {
    heading,
    sections: [
      {
        title: 'Session',
        lines: [
          ['Agent', session.name],
          ['Title', titleOf(session)],
          ['Latest step', stepOf(session)],
          ['Place', placeOf(session)],
          ['Folder', oneLine(session.cwd ?? '')],
        ].flatMap(([label, text]) => (text === '' ? [] : [`${label}: ${text}`])),
      },
      { title: 'Evidence', lines: evidence },
      {
        title: 'Ruled out',
        lines: others.map(
          (claim) =>
            `${capital(speakers[claim.source])} said ${claim.kind}${named(claim.rule)} ${ago(claim.at_ms)}, that is ${stateText(claim.state, claim.detail)}; ${ruledOut(claim, deciding)}.`,
        ),
      },
      {
        title: 'Latest events',
        lines: events.map(
          ({ kind, source, rule, at_ms, subagent }) =>
            `${new Date(at_ms).toLocaleTimeString('en-GB')}  ${kind.padEnd(14)}  ${source}${named(rule)}${subagent === null ? '' : `, subagent ${oneLine(subagent)}`}`,
        ),
      },
    ],
  };
};

const shown = (why: Why, width: number, now: number, paint: Paint): string[] => {
  const { heading, sections } = explain(why, now);
  const lines = wrap(heading, width).map((line) => paint(['bold', stateStyles[stateWord(why.session)]], line));
  for (const { title, lines: sentences } of sections) {
    if (sentences.length === 0) continue;
    lines.push('', paint('bold', title));
    for (const sentence of sentences) {
      const [first = '', ...more] = title === 'Latest events' ? [sentence] : wrap(sentence, width - 4);
      lines.push(`  ${first}`, ...more.map((line) => `    ${line}`));
    }
  }
  return lines;
};

export const verb = defineVerb({
  description: [
    'Says why a session is in its state: which evidence made it so, how old that is, what it waits for, what was ruled out, and its latest events. Also works for sessions that have ended.',
  ],
  args: {
    session: {
      type: 'positional',
      required: true,
      description: 'The session: agent:session-id, a beginning of it or of the id, or a tmux pane (%5).',
    },
    json: { type: 'boolean', description: 'Prints the same as JSON.' },
  },
  examples: [
    { command: 'vigie why 5a2f', about: 'The session whose id begins so.' },
    { command: 'vigie why %5', about: 'The session in this tmux pane.' },
  ],
  seeAlso: ['vigie ls'],
  async run({ session, json }, terminal) {
    const why = await askHub((client) => client.why(session));
    const lines = json ? [JSON.stringify(why, null, 2)] : shown(why, terminal.columns(), terminal.now(), terminal.paint);
    terminal.write(`${lines.join('\n')}\n`);
    return 0;
  },
});
