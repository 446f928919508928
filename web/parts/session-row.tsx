// One session as a line: state, agent, title, latest step, place, age.

import { useComputed } from '@preact/signals';
import { placeOf, titleOf } from '../naming.ts';
import { usePage } from '../page.ts';
import { addressOf, rowId } from '../route.ts';
import { shapeOf, shapeWords, signOf } from '../shape.ts';
import { stepOf } from '../step.ts';
import { AgentMark } from './agent-mark.tsx';
import { Age } from './age.tsx';
import { StateMark } from './state-mark.tsx';
import { StepLine } from './step-line.tsx';
import { lineOf } from '../line.ts';

export const SessionRow = ({ id }: { id: string }) => {
  const { store, clock, select, jump } = usePage();
  const isSelected = useComputed(() => store.selected.value === id);
  const isEntry = useComputed(() => store.entry.value === id);
  const isAway = store.awaySince.value !== undefined;
  const row = store.row(id).value;
  // Gone while somebody points at the list: its room stays until the order may change.
  if (!row) return null;
  const { view, turns } = row;
  const shape = isAway ? 'unknown' : shapeOf(view);
  const step = stepOf(view, view.state === 'unknown' ? clock.value : 0);
  const place = placeOf(view);
  return (
    <>
      <a
        id={rowId(id)}
        class="row"
        href={addressOf(id)}
        data-session={id}
        data-state={shape}
        data-attention={view.attention && !isAway ? '' : undefined}
        tabIndex={isEntry.value ? 0 : -1}
        aria-current={isSelected.value ? 'true' : undefined}
      >
        <StateMark shape={shape} sign={signOf(view.detail)} turns={turns} />
        <AgentMark agent={view.agent} name={view.name} />
        <span class="title cut">
          <span class="only-read">{`${shapeWords[shape]}, ${lineOf(view.name)}: `}</span>
          {titleOf(view)}
        </span>
        <StepLine step={step} />
        {/* Holds the room of the button, which can't stand inside a link. */}
        <span class="place cut" aria-hidden="true">
          {place}
        </span>
        <Age id={id} />
      </a>
      {place !== '' && (
        <button
          class="go cut"
          type="button"
          tabIndex={-1}
          title="Go to its terminal (g)"
          onClick={() => {
            select(id);
            jump(id);
          }}
        >
          <span class="only-read">Go to </span>
          {place}
        </button>
      )}
    </>
  );
};
