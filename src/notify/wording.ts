// The words of a note. What agents say is untrusted: it becomes one line without marks that steer or hide, and is cut.

import { cutText, oneLine } from '../domain/text.ts';
import type { SessionView } from '../domain/view.ts';
import type { Concern, NotificationConfig } from '../hub/notification-config.ts';
import { concerns } from '../hub/notification-config.ts';
import type { Item } from './episode.ts';

type Content = NotificationConfig['content'];

const headlineBytesMax = 160;
const namesBytesMax = 60;
const lineBytesMax = 300;
/** Sessions of a burst that get a line of their own. */
const linesMax = 5;

/** One line of at most that many bytes of UTF-8, with `…` where it was cut. */
export const brief = (text: string, bytesMax: number = lineBytesMax): string => {
  const line = oneLine(text);
  const cut = cutText(line, bytesMax);
  return cut.length < line.length ? `${cut.trimEnd()}…` : cut;
};

/** *claude in harbor-api asks to run npm test*; without content *claude asks for a permission*. */
export const headline = ({ concern, session }: Item, content: Content): string => {
  const folder = content === 'none' ? '' : brief(folderName(session.cwd ?? ''), namesBytesMax);
  const subject = `${brief(session.name, namesBytesMax)}${folder === '' ? '' : ` in ${folder}`}`;
  return brief(`${subject} ${says[concern](session, content)}`, headlineBytesMax);
};

/** What stands under a headline: the session's title and the agent's own words. Empty without content. */
export const detailLine = ({ concern, session }: Item, content: Content): string => {
  if (content === 'none') return '';
  const words = concern === 'done' ? (session.message ?? session.reply) : session.message;
  return brief([session.title, words].filter(Boolean).join(': '));
};

const says: Record<Concern, (session: SessionView, content: Content) => string> = {
  blocked: (session, content) =>
    (Object.hasOwn(asks, session.detail ?? '') ? asks[session.detail ?? '']?.(session, content) : undefined) ?? 'needs you',
  failed: ({ detail }) => (detail === 'rate_limit' ? 'stopped at a rate limit' : 'failed'),
  done: () => 'is done',
};

const asks: Readonly<Record<string, (session: SessionView, content: Content) => string>> = {
  permission: ({ tool, input }, content) =>
    content === 'none' || tool === null ? 'asks for a permission' : askToUse(tool, input),
  question: () => 'asks a question',
  plan: () => 'asks to review a plan',
  trust: () => 'asks whether to trust the folder',
  rate_limit: () => 'waits at a rate limit',
};

/** What tools do, by a word in their name; any other is used. */
const deeds: readonly (readonly [RegExp, string])[] = [
  [/bash|shell|exec|command|terminal/iu, 'run'],
  [/edit|write|patch|replace/iu, 'edit'],
  [/fetch/iu, 'fetch'],
  [/search|grep|glob/iu, 'search'],
  [/read/iu, 'read'],
];

const askToUse = (tool: string, input: string | null): string => {
  const deed = deeds.find(([name]) => name.test(tool))?.[1];
  if (deed && input) return `asks to ${deed} ${input}`;
  return input ? `asks to use ${tool}: ${input}` : `asks to use ${tool}`;
};

const folderName = (path: string): string => path.split(/[\\/]/u).findLast((name) => name !== '') ?? '';

/** *2 need you, 1 failed*: several sessions in one sentence. */
export const summary = (items: readonly Item[]): string =>
  concerns
    .map((concern) => [concern, items.filter((item) => item.concern === concern).length] as const)
    .filter(([, count]) => count > 0)
    .map(([concern, count]) => `${count} ${concern === 'blocked' ? (count === 1 ? 'needs you' : 'need you') : concern}`)
    .join(', ');

/** The headlines of several sessions, one a line, the first ones only. */
export const headlines = (items: readonly Item[], content: Content): string => {
  const lines = items.slice(0, linesMax).map((item) => headline(item, content));
  const more = items.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
};
