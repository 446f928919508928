// `vigie hook custom` from Node: one question to a hub that runs, with its own short limit, since a tool waits for it. Written out by hand,
// as loading `node:http` takes half as long as Node itself, and because the hub must ask for the body: until then a hub that hangs has
// not seen it, and it can be left in the spool.

import { connect } from 'node:net';

export interface CustomQuestion {
  name: string;
  event: string | undefined;
  /** Where the call came from, as in a spool file's header. */
  facts: Readonly<Record<string, string>>;
  body: Uint8Array;
}

const limitMs = 500;

const headOf = ({ name, event, facts, body }: CustomQuestion): string => {
  const query = event === undefined ? '' : `?event=${encodeURIComponent(event)}`;
  return [
    `POST /api/hook/custom/${encodeURIComponent(name)}${query} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    // A header is one line; a fact that is none stays behind.
    ...Object.entries(facts).flatMap(([key, value]) => (/\p{Cc}/u.test(value) ? [] : [`vigie-${key}: ${value}`])),
    '\r\n',
  ].join('\r\n');
};

const asked = /^HTTP\/1\.1 100 [^\r]*\r\n\r\n/u;
const answered = /^HTTP\/1\.1 200 [^]*?\r\n\r\n/u;

/**
 * What the hub finds wrong, or '' when it took the call, or has it and is slow. Undefined when none took it. Never rejects.
 * @param socket path or name of the hub's socket
 */
export const askHub = (socket: string, question: CustomQuestion): Promise<string | undefined> =>
  new Promise((resolve) => {
    let heard = '';
    let isAsked = false;
    const connection = connect(socket);
    const finish = (answer: string | undefined): void => {
      clearTimeout(late);
      connection.destroy();
      resolve(answer);
    };
    const late = setTimeout(() => finish(isAsked ? '' : undefined), limitMs);
    connection.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
      if (isAsked || !asked.test(heard)) return;
      isAsked = true;
      heard = heard.replace(asked, '');
      connection.write(question.body);
    });
    connection.on('end', () => finish(answered.test(heard) ? heard.replace(answered, '') : undefined));
    connection.on('error', () => finish(undefined));
    connection.write(headOf(question));
  });
