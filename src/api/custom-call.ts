// `vigie hook custom` from Node: one question to a hub that runs, with its own short limits, since a tool waits for it.

import { request } from 'node:http';

export interface CustomQuestion {
  name: string;
  event: string | undefined;
  /** Where the call came from, as in a spool file's header. */
  facts: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** A hub that hangs is noticed after this long, and the call is left in the spool. */
const limitMs = 500;

/**
 * What the hub finds wrong, or '' when it took the call. Undefined when none answered: then it has not seen the body, which is held back
 * until it asks for it. Never rejects.
 */
export const askHub = (socket: string, { name, event, facts, body }: CustomQuestion): Promise<string | undefined> =>
  new Promise((resolve) => {
    const query = event === undefined ? '' : `?event=${encodeURIComponent(event)}`;
    const path = `/api/hook/custom/${encodeURIComponent(name)}${query}`;
    const headers: Record<string, string | number> = { host: 'localhost', expect: '100-continue', 'content-length': body.length };
    for (const [key, value] of Object.entries(facts))
      // A header is one line; a fact that is none stays behind.
      if (!/\p{Cc}/u.test(value)) headers[`vigie-${key}`] = Buffer.from(value).toString('latin1');
    const call = request({ socketPath: socket, path, method: 'POST', agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => finish(response.statusCode === 200 ? text : undefined));
      response.on('error', () => finish(undefined));
    });
    const finish = (answer: string | undefined): void => {
      clearTimeout(late);
      call.destroy();
      resolve(answer);
    };
    const late = setTimeout(() => finish(undefined), limitMs);
    call.on('continue', () => call.end(body));
    call.on('error', () => finish(undefined));
    call.flushHeaders();
  });
