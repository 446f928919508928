// All sessions that are wanted, in groups. Nothing moves under a pointer, and focus stays on the row that has it.

import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Group } from '../arrangement.ts';
import { usePage } from '../page.ts';
import { SessionRow } from './session-row.tsx';

/** A pointer that rests on the list for so long is not about to press anything. */
const pointing_ms = 10_000;

export const SessionList = () => {
  const { store, select } = usePage();
  const list = useRef<HTMLDivElement>(null);
  const groups = store.groups.value;
  // Moving an element in the document takes its focus away, so the one that has it is remembered from before the move.
  const focused = list.current?.contains(document.activeElement) ? document.activeElement : null;
  useLayoutEffect(() => {
    if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused)
      focused.focus({ preventScroll: true });
  });
  const point = (): void => store.hold(pointing_ms);
  return (
    <div
      class="list"
      ref={list}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={store.release}
      onFocusIn={(event) => {
        const id =
          event.target instanceof Element ? event.target.closest<HTMLElement>('[data-session]')?.dataset.session : undefined;
        if (id !== undefined) select(id);
      }}
    >
      {groups.map((group) => (
        <SessionGroup key={group.key} group={group} />
      ))}
      {groups.length === 0 && <NoMatch />}
    </div>
  );
};

const SessionGroup = ({ group: { name, where, ids } }: { group: Group }) => {
  const labelId = useId();
  return (
    <section class="group">
      <h2 id={labelId}>
        {name} {where !== name && <span class="cut">{where}</span>}
      </h2>
      <ul aria-labelledby={labelId}>
        {ids.map((id) => (
          <SessionRow key={id} id={id} />
        ))}
      </ul>
    </section>
  );
};

const NoMatch = () => {
  const { store } = usePage();
  const { tab, filter } = store.wish.value;
  return (
    <p class="no-match">
      {filter === '' && tab === 'needs-you' ? 'Nobody needs you.' : 'No session matches.'}{' '}
      <button class="button plain" type="button" onClick={() => store.look({ tab: 'all', filter: '' })}>
        Show all
      </button>
    </p>
  );
};
