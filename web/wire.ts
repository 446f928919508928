// What a tab and the worker that holds the stream for all tabs say to each other.

import type { StreamMessage } from '../src/api/contract.ts';
import type { Link } from './stream.ts';

export type ToWorker =
  /** This tab listens from now on, with this token. */
  | { type: 'open'; token: string }
  /** Somebody looks, or the network is back: do not wait any longer. */
  | { type: 'wake' }
  | { type: 'close' };

export type FromWorker = { type: 'messages'; messages: StreamMessage[] } | { type: 'link'; link: Link };
