// Single keys, whenever no text field has focus. The table is what `?` shows.

interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
}

export const keyLines: readonly KeyLine[] = [
  { keys: ['j', '↓'], does: 'Next session' },
  { keys: ['k', '↑'], does: 'Previous session' },
  { keys: ['↵'], does: 'Open at the side' },
  { keys: ['g'], does: 'Go to its terminal' },
  { keys: ['u'], does: 'Mark as seen, or as unseen' },
  { keys: ['/'], does: 'Filter' },
  { keys: ['Esc'], does: 'Leave the field, close the side' },
  { keys: ['?'], does: 'All keys' },
];

interface KeyActions {
  /** Whether the list of sessions is on the page; most keys are its. */
  listShown: () => boolean;
  /** Moves the selection by so many rows; ±Infinity is an end. */
  move: (rows: number) => void;
  openSelected: () => void;
  toggleSeen: () => void;
  jump: () => void;
  filter: () => void;
  /** Leaves the field, else closes the side. */
  back: () => void;
  showKeys: () => void;
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement;
/** Enter presses what has focus, so it opens a row only from where it would press nothing. */
const pressesItself = (target: EventTarget | null): boolean => target instanceof Element && target.closest('a, button') !== null;

const actionFor = (event: KeyboardEvent, actions: KeyActions): (() => void) | undefined => {
  const inField = isField(event.target);
  if (event.key === 'Escape') return actions.back;
  if (event.key === '?' && !inField) return actions.showKeys;
  if (!actions.listShown()) return undefined;
  switch (event.key) {
    case 'ArrowDown':
      return () => actions.move(1);
    case 'ArrowUp':
      return () => actions.move(-1);
    case 'Enter':
      return pressesItself(event.target) ? undefined : actions.openSelected;
    default:
  }
  if (inField) return undefined;
  switch (event.key) {
    case 'j':
      return () => actions.move(1);
    case 'k':
      return () => actions.move(-1);
    case 'Home':
      return () => actions.move(-Infinity);
    case 'End':
      return () => actions.move(Infinity);
    case 'u':
      return event.repeat ? undefined : actions.toggleSeen;
    case 'g':
      return event.repeat ? undefined : actions.jump;
    case '/':
      return actions.filter;
    default:
      return undefined;
  }
};

/** Listens on the whole window; an open dialog keeps its keys to itself. */
export const listenToKeys = (actions: KeyActions): void => {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    const action = actionFor(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
};
