// Who may come in by the browser's door, and with what (architecture, section 8).

import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Token } from '../../src/api/contract.ts';
import type { HubHere } from './hub-here.ts';
import { ask, freshPaths, openHubHere, tell } from './hub-here.ts';

let here: HubHere;
let port = '';
let origin = '';
let token = '';

const redeem = (ticket: string, headers: Record<string, string> = { origin }) =>
  ask(origin, '/api/tokens', { method: 'POST', headers, body: JSON.stringify({ ticket }) });

const freshToken = async (): Promise<string> => {
  const { text } = await redeem((await here.client.ticket()).ticket);
  const given: Token = JSON.parse(text);
  return given.token;
};

beforeAll(async () => {
  const paths = freshPaths();
  const page = join(paths.share, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  writeFileSync(join(page, 'assets', 'main-abc.js'), 'void 0;');
  writeFileSync(join(page, 'notes.secret'), 'not for you');
  writeFileSync(join(paths.share, 'beside.js'), 'not for you');
  here = await openHubHere(paths);
  port = new URL(here.served.url).port;
  origin = `http://127.0.0.1:${port}`;
  token = await freshToken();
  tell(paths, 'done', 's');
});
afterAll(() => here.stop());

describe('Host', () => {
  it.each(['127.0.0.1', 'localhost', 'vigie.localhost', '[::1]', 'LOCALHOST'])('%s is one of ours', async (name) => {
    const headers = { host: `${name}:${port}`, authorization: `Bearer ${token}` };
    expect((await ask(origin, '/', { headers })).status).toBe(200);
    expect((await ask(origin, '/api/sessions', { headers })).status).toBe(200);
  });

  it.each([
    ['evil.example', ''],
    ['evil.example', 'port'],
    ['127.0.0.1', ''],
    ['127.0.0.1.evil.example', 'port'],
    ['localhost.', 'port'],
    ['0.0.0.0', 'port'],
    ['a@localhost', 'port'],
    ['x.vigie.localhost', 'port'],
  ])('%s %s is refused before anything else', async (name, withPort) => {
    const headers = { host: withPort ? `${name}:${port}` : name, authorization: `Bearer ${token}` };
    for (const path of ['/', '/api/sessions', '/api/nothing', '/assets/main-abc.js', '//evil/api/sessions']) {
      const { status, text } = await ask(origin, path, { headers });
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('"sessions"');
    }
  });

  it('of another port is refused', async () => {
    expect((await ask(origin, '/', { headers: { host: `127.0.0.1:${Number(port) + 1}` } })).status).toBe(403);
  });

  it('is judged, not the address in the request line', async () => {
    const headers = { host: 'evil.example', authorization: `Bearer ${token}` };
    expect((await ask(origin, `${origin}/api/sessions`, { headers })).status).toBe(403);
  });
});

describe('Origin', () => {
  const write = (headers: Record<string, string>) =>
    ask(origin, '/api/events', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ kind: 'seen', sessions: ['s'] }),
    });

  it('of the page lets a write pass', async () => {
    expect((await write({ origin })).status).toBe(204);
    expect((await here.client.session('s')).done).toBe(false);
  });

  it.each([
    ['none', () => ({})],
    ['null', () => ({ origin: 'null' })],
    ['another port', () => ({ origin: `http://127.0.0.1:${Number(port) + 1}` })],
    ['another of our names', () => ({ origin: `http://localhost:${port}` })],
    ['https', () => ({ origin: `https://127.0.0.1:${port}` })],
    ['a foreign page', () => ({ origin: 'http://evil.example' })],
    ['with a path', () => ({ origin: `http://127.0.0.1:${port}/` })],
  ])('%s stops a write, also with the right token', async (_, headers) => {
    expect((await write(headers())).status).toBe(403);
  });

  it('that is foreign stops a read too, and no answer invites it', async () => {
    const other = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const foreign = { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
    other.close();
    const read = await ask(origin, '/api/sessions', { headers: { ...foreign, authorization: `Bearer ${token}` } });
    const preflight = await ask(origin, '/api/sessions', {
      method: 'OPTIONS',
      headers: { ...foreign, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    const change = await redeem((await here.client.ticket()).ticket, foreign);
    expect([read.status, preflight.status, change.status]).toEqual([403, 403, 403]);
    for (const { headers } of [read, preflight, change])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual([]);
  });
});

describe('token', () => {
  it.each([
    ['none', undefined],
    ['a wrong one', 'Bearer wrong'],
    ['an empty one', 'Bearer '],
    ['another scheme', 'Basic d3Jvbmc='],
  ])('%s gets nothing', async (_, authorization) => {
    for (const path of ['/api/sessions', '/api/stream', '/api/health', '/api/sessions/s', '/api/nothing', '/api']) {
      const { status, text } = await ask(origin, path, { headers: authorization === undefined ? {} : { authorization } });
      expect(status).toBe(401);
      expect(JSON.parse(text)).toEqual({
        error: { code: 'refused', message: 'This page has no valid token.', hint: 'Run: vigie url' },
      });
    }
  });

  it('in the address counts for nothing', async () => {
    expect((await ask(origin, `/api/sessions?token=${token}`)).status).toBe(401);
  });

  it('is given once for a ticket, and for nothing else', async () => {
    const { ticket, url } = await here.client.ticket();
    expect(url).toBe(`${origin}/#ticket=${ticket}`);
    expect((await redeem(ticket)).status).toBe(200);
    expect((await redeem(ticket)).status).toBe(401);
    expect((await redeem('guess')).status).toBe(401);
    expect((await ask(origin, '/api/tokens', { method: 'POST', headers: { origin }, body: '{' })).status).toBe(400);
    expect((await ask(origin, '/api/tokens', { method: 'POST', headers: { origin }, body: 'x'.repeat(70_000) })).status).toBe(
      413,
    );
  });

  it.each([
    ['POST', '/api/tickets'],
    ['DELETE', '/api/tokens'],
    ['POST', '/api/stop'],
    ['POST', '/api/hook/custom/x'],
  ])('does not open what is for the socket only: %s %s', async (method, path) => {
    const { status } = await ask(origin, path, { method, headers: { origin, authorization: `Bearer ${token}` } });
    expect(status).toBe(404);
  });

  it('ends with its stream when it is revoked', async () => {
    const own = await freshToken();
    const headers = { authorization: `Bearer ${own}` };
    const stream = ask(origin, '/api/stream', { headers });
    await expect.poll(async () => (await ask(origin, '/api/sessions', { headers })).status).toBe(200);
    await here.client.revoke();
    const { status, text } = await stream;
    expect([status, text.startsWith('id: ')]).toEqual([200, true]);
    expect((await ask(origin, '/api/sessions', { headers })).status).toBe(401);
    token = await freshToken();
  });
});

describe('page', () => {
  it('is served with its types, its caching and its rules', async () => {
    const page = await ask(origin, '/');
    expect([page.status, page.text]).toEqual([200, '<!doctype html>']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|data:/u);
    expect((await ask(origin, '/assets/main-abc.js')).headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await ask(origin, '/', { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    '/beside.js',
    '/../beside.js',
    '/assets/../../beside.js',
    '/%2e%2e/beside.js',
    '/..%2fbeside.js',
    '/assets/..%2f..%2fbeside.js',
    '/..\\beside.js',
    '/assets/%00.js',
    '/assets',
    '/assets/',
    '/notes.secret',
    '//etc/passwd',
    '/%',
  ])('has nothing at %s', async (path) => {
    const { status, text } = await ask(origin, path);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('not for you');
  });
});
