// What happened, in the words of a person. Everything an agent wrote is made harmless for a terminal here.

import type { Event, EventKind } from '../domain/event.ts';
import { oneLine } from '../domain/text.ts';

const call = ({ tool, input }: Event): string => oneLine([tool, input].filter(Boolean).join(' '));
const said = (text: string | undefined): string => (text === undefined ? '' : `: ${oneLine(text)}`);
const why = (token: string | undefined): string => (token === undefined ? '' : ` (${oneLine(token)})`);

const words: Readonly<Record<EventKind, (event: Event) => string>> = {
  start: ({ model }) => `the session starts${why(model)}`,
  prompt: ({ prompt }) => `you say${said(prompt)}`,
  tool: (event) => `runs ${call(event) || 'a tool'}`,
  'tool-done': (event) => `is done with ${call(event) || 'a tool'}`,
  'tool-failed': (event) => `fails at ${call(event) || 'a tool'}`,
  'needs-you': (event) => `waits for you${why(event.reason ?? event.detail)}${said(event.message ?? (call(event) || undefined))}`,
  answered: () => 'was answered',
  working: ({ detail }) => `works${why(detail)}`,
  unknown: () => 'is in a state that nobody knows',
  compacting: ({ trigger }) => `compacts what it knows${why(trigger)}`,
  compacted: () => 'has compacted what it knows',
  done: ({ reply, background }) => `is done${background ? `, ${background} in the background go on` : ''}${said(reply)}`,
  failed: ({ reason, detail, message }) => `stops with an error${why(reason ?? detail)}${said(message)}`,
  interrupted: () => 'was interrupted',
  idle: () => 'rests',
  notice: ({ message, model }) => `says${said(message ?? model ?? 'something')}`,
  usage: ({ tokens, cost }) =>
    `has used ${[tokens === undefined ? [] : `${tokens} tokens`, cost === undefined ? [] : `$${cost.toFixed(2)}`].flat().join(', ') || 'something'}`,
  'subagent-start': ({ subagent_type }) => `starts a subagent${why(subagent_type)}`,
  'subagent-done': ({ subagent_type }) => `a subagent is done${why(subagent_type)}`,
  end: ({ end_reason }) => `the session ends${why(end_reason)}`,
  seen: () => 'you have seen it',
  unseen: () => 'you want to see it again',
};

/** One line, without the time and without whose it is. */
export const eventWords = (event: Event): string => {
  const line = words[event.kind](event);
  return event.subagent === undefined || event.kind.startsWith('subagent')
    ? line
    : `subagent ${oneLine(event.subagent)}: ${line}`;
};
