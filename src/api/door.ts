// The door for browsers: what a request must look like before anything else is done with it (architecture, section 8).

import type { HonoRequest, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { VigieError } from '../domain/error.ts';
import { failure } from './failure.ts';
import type { Keys } from './keys.ts';

/** Names under which a browser may reach the page. Any other is a foreign name that was made to point here (DNS rebinding). */
const hosts = ['127.0.0.1', 'localhost', 'vigie.localhost', '[::1]'];

/** What every answer to a browser carries. */
export const doorHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script-src', 'worker-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'].map(
      (kind) => `${kind} 'self'`,
    ),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @param port where the page is served */
export const guardDoor = (port: () => number): MiddlewareHandler =>
  createMiddleware(async (context, next) => {
    const refusal = refusalOf(context.req, port());
    if (refusal) context.res = failure(refusal);
    else await next();
    for (const [name, value] of Object.entries(doorHeaders)) if (!context.res.headers.has(name)) context.header(name, value);
  });

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Why a request may not even be looked at: a foreign Host, or a foreign Origin, which a write may not leave out. */
const refusalOf = (request: HonoRequest, port: number): VigieError | undefined => {
  const host = request.header('host')?.toLowerCase();
  if (!hosts.some((name) => host === `${name}:${port}`))
    return new VigieError('refused', "This address is not the hub's.", 'Run: vigie url');
  const origin = request.header('origin');
  if (origin === undefined ? reads.has(request.method) : origin === `http://${host}`) return undefined;
  return new VigieError('refused', 'This request does not come from the page of the hub.');
};

/** Lets only those pass who hold a token. */
export const guardToken = (keys: Keys): MiddlewareHandler =>
  createMiddleware(async (context, next) => {
    const token = /^Bearer ([\w-]{1,100})$/u.exec(context.req.header('authorization') ?? '')?.[1];
    if (token !== undefined && keys.accepts(token)) await next();
    else context.res = failure(new VigieError('refused', 'This page has no valid token.', 'Run: vigie url'), 401);
  });
