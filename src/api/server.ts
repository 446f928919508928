// The hub's two doors: the Unix socket for this user's own programs, and loopback TCP for the browser.

import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '../hub/config.ts';
import type { Hub } from '../hub/hub.ts';
import type { Journal } from '../hub/journal.ts';
import type { Log } from '../hub/log.ts';
import { metricsText } from '../hub/metrics.ts';
import { guardDoor, guardToken } from './door.ts';
import { createKeys } from './keys.ts';
import { listenOnLoopback, listenOnSocket } from './listen.ts';
import { servePage } from './page.ts';
import type { App, Desk, ReadCustom, RouteOptions } from './routes.ts';
import { iconRoute, localRoutes, newApp, surfaceRoutes, tokenRoute } from './routes.ts';

export interface ServeOptions {
  hub: Hub;
  journal: Journal;
  log: Log;
  config: Pick<Config, 'page'>;
  /** Socket path or pipe name. The caller holds the hub's lock. */
  socket: string;
  /** Folder of the built page. */
  page: string;
  readCustom: ReadCustom;
  desk: Desk;
  /** Somebody asked the hub to stop. */
  onStop: () => void;
  /** How often a stream with nothing to say says that it is there, in milliseconds. */
  pingMs?: number;
  now?: () => number;
}

export interface Served {
  /** The page's address without any credential, as in `http://127.0.0.1:7717/`. */
  url: string;
  /** What a person should be told: that the port was taken. */
  notes: readonly string[];
  /** Stops accepting, ends the streams, resolves when every connection is gone. */
  close(): Promise<void>;
}

/** Throws VigieError `io` when no socket or no port can be had. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const { hub, journal, log, config, socket, page, readCustom, desk, onStop, pingMs = 30_000, now = Date.now } = options;
  const closing = new AbortController();
  const keys = createKeys(journal, now);
  const servers: Server[] = [];
  let port = 0;
  const url = (): string => `http://127.0.0.1:${port}/`;
  const routes: RouteOptions = { hub, desk, log, keys, url, readCustom, onStop, closing: closing.signal, pingMs, now };

  const { version } = hub.health();
  const local = newApp(log);
  local.use(async (context, next) => {
    await next();
    context.res.headers.set('Vigie-Version', version);
  });
  local.route('/api', surfaceRoutes(routes, 'socket'));
  local.route('/api', localRoutes(routes));
  local.get('/metrics', async (context) => {
    hub.drain();
    const { sessions } = hub.snapshot();
    const text = await metricsText({ health: hub.health(), sessions, journalBytes: journal.bytes() });
    return context.text(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });

  const browser = newApp(log);
  browser.use(guardDoor(() => port));
  browser.route('/api/tokens', tokenRoute(routes));
  browser.use('/api/*', guardToken(keys));
  browser.route('/api', surfaceRoutes(routes, 'browser'));
  browser.route('/icons', iconRoute(routes));
  browser.get('*', servePage(page));

  const open = (app: App): Server => {
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const server = createServer(
      { connectionsCheckingInterval: strayCheckMs },
      (request, response) => void listener(request, response),
    );
    server.maxConnections = connectionsMax;
    server.on('error', ({ message }) => log.warn({ error: message }, 'a door is stuck'));
    servers.push(server);
    return server;
  };

  let letGo = (): void => {};
  const close = async (): Promise<void> => {
    letGo();
    closing.abort();
    await Promise.all(servers.map(closeServer));
  };
  try {
    const door = await listenOnLoopback(() => open(browser), config.page.port, journal);
    port = door.port;
    const notes = door.taken === undefined ? [] : [`port ${door.taken} is taken by another program; the page is on port ${port}`];
    for (const reason of notes) hub.fault({ where: 'page', reason });
    letGo = await listenOnSocket(() => open(local), socket);
    return { url: url(), notes, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** More than the tabs, tools and waiting relays of one person. */
const connectionsMax = 512;
/** How often Node looks for connections that never became a request; each look wakes an idle hub up. */
const strayCheckMs = 10 * 60_000;
/** An answer under way has this long to reach its reader. */
const closeMs = 1_000;

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), closeMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
