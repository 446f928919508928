// What the hub answers (contract.ts has the table). Every request first drains the spool, so that a reader sees all that was reported.

import { isAbsolute } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import type { CustomCall } from '../agentfile/custom.ts';
import type { AgentView } from '../domain/agent-view.ts';
import type { ConnectionView } from '../domain/connection-view.ts';
import { VigieError } from '../domain/error.ts';
import type { Session } from '../domain/session.ts';
import type { SessionView } from '../domain/view.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../hub/log.ts';
import type { Header } from '../intake/header.ts';
import { headerOf } from '../intake/header.ts';
import type {
  AgentList,
  ConnectionList,
  ForgetWish,
  Health,
  History,
  Jumped,
  JumpWish,
  Redeem,
  Ticket,
  UserEvent,
} from './contract.ts';
import { doorHeaders } from './door.ts';
import { failure } from './failure.ts';
import type { Keys } from './keys.ts';
import { reportsOf } from './reports.ts';
import { streamTo } from './stream.ts';

/** Reads one call of `vigie hook custom <name> [event]`. Must not throw. */
export type ReadCustom = (header: Header, body: Uint8Array, at_ms: number) => CustomCall;

/** What surfaces ask for beside the hub's own list. */
export interface Desk {
  agents: () => AgentView[];
  /** How the hooks of the agents that are here stand. Throws VigieError. */
  connections: () => ConnectionView[];
  /** The picture of an agent, at most 64 KiB of SVG. */
  icon: (agent: string) => Uint8Array | undefined;
  /** Takes the person to a session. @param client the tmux client that asks. Must not reject. */
  jump: (session: Session | SessionView, client: string | undefined) => Promise<Jumped>;
}

export interface RouteOptions {
  hub: Hub;
  desk: Desk;
  log: Log;
  keys: Keys;
  /** The page's address. */
  url: () => string;
  readCustom: ReadCustom;
  onStop: () => void;
  /** Ends all streams. */
  closing: AbortSignal;
  pingMs: number;
  now: () => number;
}

const jsonBytesMax = 64 * 1024;
const smallBody = bodyLimit({
  maxSize: jsonBytesMax,
  onError: () => failure(new VigieError('invalid', 'The body is longer than 64 KiB.'), 413),
});
/** A longer body of `hook custom` is handed on cut to this, which is one byte more than its contract allows. */
const customBytesMax = 1024 * 1024 + 1;

const userEvent: z.ZodType<UserEvent> = z.object({
  kind: z.enum(['seen', 'unseen']),
  sessions: z.array(z.string().min(1).max(1024)).min(1).max(1000),
});
const historyMax = 1_000;
const historyQuery = z.object({
  session: z.string().max(1024).optional(),
  before: z.coerce.number().int().min(0).default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(historyMax).default(50),
});
const folder = z.string().max(4096).refine(isAbsolute, 'must be an absolute path');
const forgetWish: z.ZodType<ForgetWish> = z.union([
  z.strictObject({ session: z.string().min(1).max(1024), sure: z.boolean() }),
  z.strictObject({ folder, sure: z.boolean() }),
]);
const jumpWish: z.ZodType<JumpWish> = z.object({ client: z.string().max(1024).optional() });
const redeem: z.ZodType<Redeem> = z.object({ ticket: z.string().max(200) });

export type App = Hono<{ Bindings: HttpBindings }>;

/** A new app with the way errors are told. */
export const newApp = (log: Log): App => {
  const app: App = new Hono();
  app.notFound(() => failure(new VigieError('not_found', 'The hub has no such call.')));
  app.onError((error) => {
    if (error instanceof VigieError) return failure(error);
    log.error({ error: error.message }, 'a request failed');
    return failure(new VigieError('io', 'The hub could not do that.', 'Its log says more: see vigie doctor.'));
  });
  return app;
};

/** What every surface may do. */
export const surfaceRoutes = ({ hub, desk, log, keys, url, closing, pingMs }: RouteOptions, door: 'socket' | 'browser'): App => {
  const app = newApp(log);
  const found = <T>(id: string, value: T | undefined): T => {
    if (value === undefined) throw new VigieError('not_found', `No session is called "${id}".`, 'Run: vigie ls');
    return value;
  };
  app.use(async (_, next) => {
    hub.drain();
    await next();
  });
  app.get('/health', (context) => context.json({ ...hub.health(), url: url() } satisfies Health));
  app.get('/sessions', (context) => context.json(hub.snapshot()));
  app.get('/sessions/:session', (context) => {
    const id = hub.find(context.req.param('session'));
    return context.json(found(id, hub.session(id)));
  });
  app.get('/sessions/:session/why', (context) => {
    const id = hub.find(context.req.param('session'));
    return context.json(found(id, hub.why(id)));
  });
  app.post('/sessions/:session/jump', smallBody, async (context) => {
    const { client } = await checked(context, jumpWish);
    const id = hub.find(context.req.param('session'));
    const outcome = await desk.jump(found(id, hub.live(id) ?? hub.session(id)), client);
    if (outcome.ok) hub.user('seen', [id]);
    return context.json(outcome satisfies Jumped);
  });
  app.get('/agents', (context) => context.json({ schema: 1, agents: desk.agents() } satisfies AgentList));
  app.get('/connections', (context) => context.json({ schema: 1, connections: desk.connections() } satisfies ConnectionList));
  app.get('/stream', (context) => {
    const since = context.req.query('since');
    const until = AbortSignal.any(door === 'browser' ? [closing, keys.untilRevoked()] : [closing]);
    streamTo(context.env.outgoing, hub, {
      since: since === undefined ? undefined : Number(since),
      until,
      pingMs,
      headers: door === 'browser' ? doorHeaders : {},
    });
    return RESPONSE_ALREADY_SENT;
  });
  app.get('/events', (context) => {
    const { session, before, limit } = valid(historyQuery, context.req.query());
    const events = hub.history(session === undefined ? undefined : hub.find(session), before, limit);
    return context.json({ schema: 1, events } satisfies History);
  });
  app.post('/events', smallBody, async (context) => {
    const { kind, sessions } = await checked(context, userEvent);
    hub.user(kind, sessions);
    return context.body(null, 204);
  });
  return app;
};

/**
 * Pictures of agents. They are asked for by `<img>`, which can't show a token, and are no secret. Whoever opens one by itself gets it shut
 * in: an SVG may hold scripts.
 */
export const iconRoute = ({ log, desk }: RouteOptions): App => {
  const app = newApp(log);
  app.get('/:agent', (context) => {
    const icon = desk.icon(context.req.param('agent'));
    if (!icon) throw new VigieError('not_found', 'This agent has no picture.');
    return context.body(new Uint8Array(icon), 200, {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'no-cache',
    });
  });
  return app;
};

/** What only this user's own programs may do, who come by the socket. */
export const localRoutes = ({ hub, log, keys, url, readCustom, onStop, closing, pingMs, now }: RouteOptions): App => {
  const app = newApp(log);
  app.post('/hook/custom/:name', async (context) => {
    const agent = context.req.param('name');
    const facts = (key: string): string | undefined =>
      key === 'agent' ? agent : key === 'event' ? context.req.query('event') : utf8(context.req.header(`vigie-${key}`));
    const header = headerOf(facts);
    if (!header) throw new VigieError('usage', 'The agent has no name.');
    const call = readCustom(header, await readBody(context.req.raw.body), now());
    if (call.report) hub.report(call.report);
    return context.text(call.said.join('\n'));
  });
  app.get('/reports', () => reportsOf(hub, closing, pingMs));
  app.post('/forget', smallBody, async (context) => {
    const { sure, ...what } = await checked(context, forgetWish);
    return context.json(await hub.forget(what, sure));
  });
  app.post('/tickets', (context) => {
    const ticket = keys.ticket();
    return context.json({ ...ticket, url: `${url()}#ticket=${ticket.ticket}` } satisfies Ticket);
  });
  app.delete('/tokens', (context) => {
    keys.revoke();
    return context.body(null, 204);
  });
  app.post('/stop', (context) => {
    // Of two who replace an older hub at once, the later one must not stop the new hub.
    if (context.req.query('pid') === String(process.pid)) onStop();
    return context.body(null, 202);
  });
  return app;
};

/** How a page that was opened with a ticket gets its token. */
export const tokenRoute = ({ log, keys }: RouteOptions): App => {
  const app = newApp(log);
  app.post('/', smallBody, async (context) => {
    const { ticket } = await checked(context, redeem);
    const token = keys.redeem(ticket);
    if (token) return context.json(token);
    return failure(new VigieError('refused', 'This address was used before or is too old.', 'Run: vigie url'), 401);
  });
  return app;
};

const checked = async <T>(context: Context, schema: z.ZodType<T>): Promise<T> => {
  const text = await context.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new VigieError('invalid', 'The body is no JSON.');
  }
  return valid(schema, body);
};

const valid = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new VigieError('invalid', z.prettifyError(error));
};

/** Header values come as Latin-1; what was sent is UTF-8. */
const utf8 = (value: string | undefined): string | undefined => value && Buffer.from(value, 'latin1').toString('utf8');

/** Reads to the end, so that the sender sees its answer, and keeps the beginning; of a sender that went away, what had come. */
const readBody = async (body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> => {
  const kept: Uint8Array[] = [];
  let room = customBytesMax;
  try {
    for await (const chunk of body ?? []) {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= Math.min(room, chunk.length);
    }
  } catch {
    // A tool whose stdin stays open is not waited for: a whole object counts all the same.
  }
  return Buffer.concat(kept);
};
