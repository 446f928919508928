// What the page shows, as signals. Messages come in at any time and are shown together, once a frame; an order that somebody is
// pointing at waits.

import type { ReadonlySignal, Signal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import type { StreamMessage } from '../src/api/contract.ts';
import type { Counts, Group, Wish } from './arrangement.ts';
import { arrange, countTabs, standsAlike } from './arrangement.ts';
import type { Board, Row } from './board.ts';
import { emptyBoard, foldMessages } from './board.ts';
import type { Link } from './stream.ts';

export interface Store {
  readonly link: ReadonlySignal<Link>;
  /** Epoch milliseconds of the moment the hub was found away; undefined while it is not. */
  readonly awaySince: ReadonlySignal<number | undefined>;
  /** Whether anything was heard at all: before that, an empty list says nothing. */
  readonly known: ReadonlySignal<boolean>;
  readonly counts: ReadonlySignal<Counts>;
  /** Number of machines that sessions run on. */
  readonly machines: ReadonlySignal<number>;
  /** Epoch milliseconds of the latest moment at which a session came to wait for a person; 0 while none does. */
  readonly latestBlock: ReadonlySignal<number>;
  readonly wish: ReadonlySignal<Wish>;
  readonly groups: ReadonlySignal<readonly Group[]>;
  /** The ids of `groups` from top to bottom. */
  readonly order: ReadonlySignal<readonly string[]>;
  /** The row that keys act on. */
  readonly selected: Signal<string | undefined>;
  /** The one row that Tab reaches: the selected one where it is shown, else the first. */
  readonly entry: ReadonlySignal<string | undefined>;
  /** This user's home folder, where it is known. */
  readonly home: ReadonlySignal<string | undefined>;
  /** One session; undefined when it is gone. */
  row: (id: string) => ReadonlySignal<Row | undefined>;
  /** Number of the last message, shown or not. */
  seq: () => number | undefined;
  receive: (messages: readonly StreamMessage[]) => void;
  setLink: (link: Link) => void;
  look: (wish: Partial<Wish>) => void;
  /** Rows stay where they are for so long from now. */
  hold: (ms: number) => void;
  release: () => void;
}

interface StoreOptions {
  /** Calls back once, when it is time to show what came in. */
  schedule: (show: () => void) => void;
  /** After each showing: what it was, what it is, and which sessions differ. Must not throw. */
  onShown?: (before: Board, after: Board, changed: ReadonlySet<string>) => void;
  now?: () => number;
}

/** Rows that have just moved stay for so long: nobody reads a list that is sorted sixty times a second. */
const rest_ms = 250;

export const createStore = ({ schedule, onShown, now = Date.now }: StoreOptions): Store => {
  let board: Board = emptyBoard;
  let waiting: StreamMessage[] = [];
  let isArrangeDue = false;
  let heldUntil = 0;
  let holding: ReturnType<typeof setTimeout> | undefined;

  const link = signal<Link>('connecting');
  const awaySince = signal<number | undefined>(undefined);
  const known = signal(false);
  const counts = signal<Counts>(countTabs([]));
  const machines = signal(0);
  const latestBlock = signal(0);
  const wish = signal<Wish>({ tab: 'all', filter: '' });
  const groups = signal<readonly Group[]>([]);
  const order = computed(() => groups.value.flatMap((group) => group.ids));
  const selected = signal<string | undefined>(undefined);
  const entry = computed(() => {
    const id = selected.value;
    return id !== undefined && order.value.includes(id) ? id : order.value[0];
  });
  const home = signal<string | undefined>(undefined);
  const cells = new Map<string, Signal<Row | undefined>>();

  const cell = (id: string): Signal<Row | undefined> => {
    const known = cells.get(id);
    if (known) return known;
    const made = signal(board.rows.get(id));
    cells.set(id, made);
    return made;
  };

  const arrangeNow = (): void => {
    isArrangeDue = false;
    groups.value = arrange(board, wish.value, groups.value);
    for (const id of cells.keys()) if (!board.rows.has(id)) cells.delete(id);
  };

  const hold = (ms: number): void => {
    heldUntil = Math.max(heldUntil, now() + ms);
    holding ??= setTimeout(function check() {
      const left = heldUntil - now();
      holding = left > 0 ? setTimeout(check, left) : undefined;
      if (left <= 0 && isArrangeDue) arrangeInTurn();
    }, ms);
  };
  const arrangeInTurn = (): void => {
    arrangeNow();
    hold(rest_ms);
  };

  const show = (): void => {
    const messages = waiting;
    waiting = [];
    const before = board;
    board = foldMessages(before, messages);
    const changed = new Set(messages.flatMap((message) => idsOf(message, before)));
    batch(() => {
      known.value = board.seq !== undefined;
      home.value = board.home;
      for (const id of changed) {
        const [old, row] = [before.rows.get(id), board.rows.get(id)];
        const shown = cells.get(id);
        if (shown) shown.value = row;
        isArrangeDue ||= !old || !row || !standsAlike(old.view, row.view) || wish.value.filter !== '';
      }
      if (!isArrangeDue) return;
      counts.value = countTabs(board.rows.values());
      latestBlock.value = latestBlockOf(board);
      machines.value = new Set([...board.rows.values()].map((row) => row.view.host)).size;
      if (now() >= heldUntil || groups.value.length === 0) arrangeInTurn();
    });
    onShown?.(before, board, changed);
  };

  return {
    link,
    awaySince,
    known,
    counts,
    machines,
    latestBlock,
    wish,
    groups,
    order,
    selected,
    entry,
    home,
    row: cell,
    seq: () => waiting.at(-1)?.seq ?? board.seq,
    receive(messages) {
      if (messages.length === 0) return;
      if (waiting.length === 0) schedule(show);
      waiting.push(...messages);
    },
    setLink(next) {
      batch(() => {
        link.value = next;
        awaySince.value = next === 'away' ? (awaySince.value ?? now()) : undefined;
      });
    },
    look(next) {
      batch(() => {
        wish.value = { ...wish.value, ...next };
        arrangeNow();
      });
    },
    hold,
    release() {
      heldUntil = 0;
      clearTimeout(holding);
      holding = undefined;
      if (isArrangeDue) arrangeNow();
    },
  };
};

const idsOf = (message: StreamMessage, before: Board): string[] =>
  message.type === 'snapshot' ? [...before.rows.keys(), ...message.data.sessions.map((view) => view.id)] : [message.data.id];

const latestBlockOf = (board: Board): number => {
  let latest = 0;
  for (const { view } of board.rows.values()) if (view.state === 'blocked') latest = Math.max(latest, view.since_ms);
  return latest;
};
