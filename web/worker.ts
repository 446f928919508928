// A SharedWorker: holds the one stream of this browser, so that eight open tabs take one of the six connections a host allows.

import type { Board } from './board.ts';
import { emptyBoard, foldMessages, snapshotOf } from './board.ts';
import type { Link, Stream } from './stream.ts';
import { openStream } from './stream.ts';
import type { FromWorker, ToWorker } from './wire.ts';

const ports = new Set<MessagePort>();
let board: Board = emptyBoard;
let link: Link = 'connecting';
let held: { token: string; stream: Stream } | undefined;

const tellAll = (message: FromWorker): void => {
  for (const port of ports) port.postMessage(message);
};

const follow = (token: string): void => {
  held?.stream.close();
  const stream = openStream({
    origin: location.origin,
    token,
    since: () => board.seq,
    onMessages: (messages) => {
      board = foldMessages(board, messages);
      tellAll({ type: 'messages', messages });
    },
    onLink: (now) => {
      if (now === link) return;
      link = now;
      tellAll({ type: 'link', link });
    },
  });
  held = { token, stream };
};

const letGo = (port: MessagePort): void => {
  ports.delete(port);
  if (ports.size > 0) return;
  held?.stream.close();
  held = undefined;
  link = 'connecting';
};

/** A tab that comes later gets what is known so far as a snapshot of its own. */
const welcome = (port: MessagePort, token: string): void => {
  ports.add(port);
  if (held?.token !== token || link === 'denied') {
    link = 'connecting';
    follow(token);
  }
  if (board.seq !== undefined) {
    port.postMessage({ type: 'messages', messages: [snapshotOf(board, board.seq)] } satisfies FromWorker);
  }
  port.postMessage({ type: 'link', link } satisfies FromWorker);
};

addEventListener('connect', (event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined;
  if (!port) return;
  port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'open') welcome(port, data.token);
    else if (data.type === 'wake') held?.stream.retry();
    else letGo(port);
  });
  port.start();
});
