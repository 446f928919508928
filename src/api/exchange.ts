// One request to the hub's socket and its answer. Own code: loading `node:http` alone takes half as long as a bare Node needs to start
// (`vigie ls`: 2.4 against 1.8 times that). HTTP/1.0 keeps it this small: the body is all that comes until the end.

import type { Socket } from 'node:net';
import { connect } from 'node:net';

export interface Request {
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  body?: Uint8Array | string;
  /** Breaks the connection. */
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  /** The rest of the connection is the body, as text. Errors on it are the reader's. */
  connection: Socket;
  /** Bytes of the body, where the hub told. */
  length: number | undefined;
  /** The hub's version, where it told. */
  version: string | undefined;
}

/** An answer's head is a few lines; what is longer is none of the hub's. */
const headLengthMax = 64 * 1024;

const headOf = ({ path, method = 'GET', body }: Request): string =>
  [
    `${method} ${path} HTTP/1.0`,
    'Host: localhost',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '\r\n',
  ].join('\r\n');

/** Resolves once the head of the answer is there. Rejects with what the system says when nobody answers. */
export const exchange = (socket: string, request: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const connection = connect({ path: socket, signal: request.signal });
    let head = '';
    const fail = (error: Error): void => {
      connection.destroy();
      reject(error);
    };
    const early = (): void => fail(new Error('it ended the connection'));
    const read = (text: string): void => {
      head += text;
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) {
        if (head.length > headLengthMax) early();
        return;
      }
      connection.off('data', read).off('error', fail).off('end', early).pause();
      const rest = head.slice(end + 4);
      if (rest !== '') connection.unshift(rest);
      const [, status = 0] = /^HTTP\/1\.\d (\d{3})/u.exec(head) ?? [];
      const field = (name: string): string | undefined =>
        new RegExp(`\r\n${name}: (.*)\r\n`, 'iu').exec(head.slice(0, end + 2))?.[1];
      const length = field('content-length');
      resolve({
        status: Number(status),
        connection,
        length: length === undefined ? undefined : Number(length),
        version: field('vigie-version'),
      });
    };
    connection.setEncoding('utf8').on('data', read).on('error', fail).on('end', early);
    connection.write(headOf(request));
    if (request.body !== undefined) connection.write(request.body);
  });

/** The whole body. Rejects when the connection broke before its end. */
export const textOf = ({ connection, length }: Answer): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    connection
      .on('data', (piece: string) => (text += piece))
      .on('error', reject)
      .on('end', () => {
        if (length === undefined || Buffer.byteLength(text) === length) resolve(text);
        else reject(new Error('its answer was cut off'));
      })
      // It was paused when its head was read, and listening alone does not undo that.
      .resume();
  });
