// All sessions that are wanted, in groups. Nothing moves under a pointer, and focus stays on the row that has it.

import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import type { Measure, ShownGroup, Span } from '../viewport.ts';
import { layOut } from '../viewport.ts';
import { SessionRow } from './session-row.tsx';

/** A pointer that rests on the list for so long is not about to press anything. */
const pointing_ms = 10_000;

export const SessionList = () => {
  const { store, select } = usePage();
  const list = useRef<HTMLDivElement>(null);
  const { span, measure } = useSpan(list);
  const groups = store.groups.value;
  // Moving an element in the document can take its focus away, so the one that has it is remembered from before the move.
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
      <div class="list-body" style={{ '--groups': groups.length, '--rows': store.order.value.length }}>
        {layOut(groups, measure, span, store.entry.value).map((shown) => (
          <SessionGroup key={shown.group.key} shown={shown} />
        ))}
      </div>
      {groups.length === 0 && <NoMatch />}
    </div>
  );
};

const SessionGroup = ({ shown: { group, groupsAbove, rowsAbove, rows } }: { shown: ShownGroup }) => {
  const labelId = useId();
  const { name, where, ids } = group;
  return (
    <section class="group" style={{ '--groups-above': groupsAbove, '--rows-above': rowsAbove, '--rows': ids.length }}>
      <h2 id={labelId}>
        {name} {where !== name && <span class="cut">{where}</span>}
      </h2>
      <ul aria-labelledby={labelId}>
        {rows.map(({ id, at }) => (
          <li key={id} style={{ '--at': at }} aria-posinset={at + 1} aria-setsize={ids.length}>
            <SessionRow id={id} />
          </li>
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

/** Scrolling lays the list out anew after so many pixels, well within the screenful that is laid out ahead. */
const scrolled_px = 200;

const useSpan = (list: RefObject<HTMLDivElement | null>): { span: Span; measure: Measure } => {
  const [known, setKnown] = useState({ top: 0, height: innerHeight, head: 36, row: 36 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const read = (): void => {
      const style = getComputedStyle(element);
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const inPixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) * rem;
      const next = {
        top: Math.floor(element.scrollTop / scrolled_px) * scrolled_px,
        height: element.clientHeight + scrolled_px,
        head: inPixels('--head'),
        row: inPixels('--row'),
      };
      setKnown((old) =>
        old.top === next.top && old.height === next.height && old.head === next.head && old.row === next.row ? old : next,
      );
    };
    read();
    const resizing = new ResizeObserver(read);
    resizing.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      resizing.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  return { span: known, measure: known };
};
