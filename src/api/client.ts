// How the CLI and the TUI speak to the hub: typed calls over the socket.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';
import { VigieError } from '../domain/error.ts';
import type { SessionView } from '../domain/view.ts';
import type {
  AgentList,
  ForgetWish,
  Health,
  History,
  Jumped,
  JumpWish,
  Snapshot,
  StreamMessage,
  Tapped,
  Ticket,
  UserEvent,
  Why,
} from './contract.ts';
import type { Forgotten } from '../hub/forgetting.ts';
import type { Answer, Request } from './exchange.ts';
import { exchange, textOf } from './exchange.ts';
import { errorIn } from './failure.ts';

/** Every call throws VigieError: `hub_away` when none answers, else what the hub said. */
export interface Client {
  /** Version of the hub that answered last. */
  version(): string | undefined;
  health(): Promise<Health>;
  snapshot(): Promise<Snapshot>;
  session(reference: string): Promise<SessionView>;
  why(reference: string): Promise<Why>;
  user(event: UserEvent): Promise<void>;
  jump(reference: string, wish: JumpWish): Promise<Jumped>;
  agents(): Promise<AgentList>;
  /** The latest events before a number, newest first: of one session, or of all. */
  history(wanted: { session?: string | undefined; before?: number | undefined; limit: number }): Promise<History>;
  forget(wish: ForgetWish): Promise<Forgotten>;
  ticket(): Promise<Ticket>;
  /** Ends every page's credential. */
  revoke(): Promise<void>;
  /** Resolves once the hub is gone; throws `timeout` when it is still there after 10 s. */
  stop(): Promise<void>;
  /** A call of `vigie hook custom`: the body as the tool gave it. Resolves to what is wrong with it, or ''. */
  custom(name: string, event: string | undefined, body: Uint8Array): Promise<string>;
  /** What comes in at the door from now on; the first item is nothing, and says that it begins. Ends with the signal or the hub. */
  reports(signal: AbortSignal): AsyncIterable<Tapped | undefined>;
  /**
   * The list and its changes. A connection that breaks is resumed, and a hub that restarts is waited for: throws `hub_away` when there
   * is none at first, or none for 30 s later on. Ends when the signal is aborted.
   */
  stream(options?: { since?: number; signal?: AbortSignal }): AsyncIterable<StreamMessage>;
}

/** An answer takes milliseconds; a hub that works off a long backlog may need seconds. */
const answerMs = 30_000;
/** A journal of the largest size is written anew in seconds, on a slow disk in minutes. */
const forgetMs = 10 * 60_000;
const stopMs = 10_000;
const pollMs = 20;
const awayMs = 30_000;
const retryMsMax = 1_000;
/** The hub pings every 30 s. */
const silenceMs = 75_000;

export const openClient = ({ socket }: { socket: string }): Client => {
  let version: string | undefined;
  const open = async (request: Request): Promise<Answer> => {
    try {
      const answer = await exchange(socket, request);
      version = answer.version;
      return answer;
    } catch (error) {
      throw away(error);
    }
  };
  const call = async (path: string, options: Partial<Request> = {}): Promise<string> => {
    const answer = await open({ path, signal: AbortSignal.timeout(answerMs), ...options });
    const text = await bodyOf(answer);
    if (answer.status >= 400) throw errorIn(answer.status, text);
    return text;
  };
  const get = async <T>(path: string): Promise<T> => JSON.parse(await call(path));
  const about = (reference: string): string => `/api/sessions/${encodeURIComponent(reference)}`;

  /** Whether the hub of that process is gone; another one may have come. */
  const isGone = async (pid: number): Promise<boolean> => {
    try {
      return (await get<Health>('/api/health')).pid !== pid;
    } catch (error) {
      return error instanceof VigieError && error.code === 'hub_away';
    }
  };

  /** One connection to its end, whatever ends it. */
  async function* followed(since: number | undefined, signal: AbortSignal): AsyncGenerator<StreamMessage> {
    const answer = await open({ path: `/api/stream${since === undefined ? '' : `?since=${since}`}`, signal });
    if (answer.status !== 200) throw errorIn(answer.status, await bodyOf(answer));
    const { connection } = answer;
    connection.setTimeout(silenceMs, () => connection.destroy());
    const messages: StreamMessage[] = [];
    const parser = createParser({ onEvent: (event) => messages.push(...messagesIn(event)) });
    try {
      for await (const piece of connection) {
        parser.feed(String(piece));
        yield* messages.splice(0);
      }
    } catch {
      // A broken connection is resumed like one that was closed.
    } finally {
      connection.destroy();
    }
  }

  return {
    version: () => version,
    health: () => get('/api/health'),
    snapshot: () => get('/api/sessions'),
    session: (reference) => get(about(reference)),
    why: (reference) => get(`${about(reference)}/why`),
    async user(event) {
      await call('/api/events', { method: 'POST', body: JSON.stringify(event) });
    },
    async jump(reference, wish) {
      return JSON.parse(await call(`${about(reference)}/jump`, { method: 'POST', body: JSON.stringify(wish) }));
    },
    agents: () => get('/api/agents'),
    history(wanted) {
      const given = Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      return get(`/api/events?${new URLSearchParams(given).toString()}`);
    },
    async forget(wish) {
      const signal = AbortSignal.timeout(forgetMs);
      return JSON.parse(await call('/api/forget', { method: 'POST', body: JSON.stringify(wish), signal }));
    },
    async ticket() {
      return JSON.parse(await call('/api/tickets', { method: 'POST' }));
    },
    async revoke() {
      await call('/api/tokens', { method: 'DELETE' });
    },
    async stop() {
      const { pid } = await get<Health>('/api/health');
      await call(`/api/stop?pid=${pid}`, { method: 'POST' });
      for (const until = Date.now() + stopMs; !(await isGone(pid)); await sleep(pollMs))
        if (Date.now() > until) throw new VigieError('timeout', 'The hub is still there after 10 s.', 'See vigie doctor.');
    },
    custom(name, event, body) {
      const query = event === undefined ? '' : `?event=${encodeURIComponent(event)}`;
      return call(`/api/hook/custom/${encodeURIComponent(name)}${query}`, { method: 'POST', body });
    },
    async *reports(signal) {
      const answer = await open({ path: '/api/reports', signal });
      if (answer.status !== 200) throw errorIn(answer.status, await bodyOf(answer));
      const { connection } = answer;
      try {
        let rest = '';
        for await (const piece of connection) {
          const lines = (rest + String(piece)).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) yield line === '' ? undefined : JSON.parse(line);
        }
      } catch (error) {
        if (!signal.aborted) throw away(error);
      } finally {
        connection.destroy();
      }
    },
    async *stream({ since, signal = new AbortController().signal } = {}) {
      let last = since;
      let wasConnected = false;
      let lost = Date.now();
      for (let wait = pollMs; !signal.aborted; wait = Math.min(wait * 2, retryMsMax)) {
        try {
          for await (const message of followed(last, signal)) {
            last = message.seq;
            yield message;
          }
          wasConnected = true;
          wait = pollMs;
          lost = Date.now();
        } catch (error) {
          if (signal.aborted) return;
          const mayComeBack = error instanceof VigieError && error.code === 'hub_away' && wasConnected;
          if (!mayComeBack || Date.now() - lost > awayMs) throw error;
        }
        await sleep(wait, undefined, { signal }).catch(() => {});
      }
    },
  };
};

const bodyOf = async (answer: Answer): Promise<string> => {
  try {
    return await textOf(answer);
  } catch (error) {
    throw away(error);
  }
};

/** An event of a kind that this program does not know is passed over: a newer hub may say more. */
const messagesIn = ({ event, id, data }: EventSourceMessage): StreamMessage[] =>
  event === 'snapshot' || event === 'change' || event === 'gone'
    ? [{ type: event, seq: Number(id), data: JSON.parse(data) }]
    : [];

const nobodyThere: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

const away = (error: unknown): VigieError => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (nobodyThere.has(code)) return new VigieError('hub_away', 'No hub is running.', 'Start one: vigie up --detach');
  const reason = error instanceof Error ? error.message : String(error);
  return new VigieError('hub_away', `The hub does not answer: ${reason}`, 'See vigie doctor.');
};
