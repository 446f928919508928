// One session at the side: what it is at, what it says, and why its state is what it is.

import { useEffect, useRef } from 'preact/hooks';
import type { SessionView } from '../../src/domain/view.ts';
import { pathOf, placeOf, titleOf } from '../naming.ts';
import { usePage } from '../page.ts';
import { shapeOf, shapeWords, signOf, whyWords } from '../shape.ts';
import { stepOf } from '../step.ts';
import { clockWords } from '../time.ts';
import { AgentMark } from './agent-mark.tsx';
import { Age } from './age.tsx';
import { Glyph } from './glyph.tsx';
import { LongText } from './long-text.tsx';
import { StateMark } from './state-mark.tsx';
import { StepLine } from './step-line.tsx';
import { WhyList } from './why-list.tsx';
import { lineOf } from '../line.ts';

export const Detail = ({ id }: { id: string }) => {
  const { store, route, toggleSeen, jump } = usePage();
  const close = useRef<HTMLButtonElement>(null);
  const row = store.row(id).value;
  // Where it covers the list, the row that had focus is gone from sight.
  useEffect(() => {
    if (document.querySelector('.list-pane')?.checkVisibility() === false) close.current?.focus();
  }, []);
  return (
    <aside class="pane panel detail" aria-label="Selected session" data-session={id}>
      <div class="detail-tools">
        {row && (
          <button class="button" type="button" onClick={() => jump(id)}>
            Go to its terminal <kbd aria-hidden="true">g</kbd>
          </button>
        )}
        {row && (
          <button class="button plain" type="button" onClick={() => toggleSeen(id)}>
            {row.view.attention ? 'Mark as seen' : 'Mark as unseen'} <kbd aria-hidden="true">u</kbd>
          </button>
        )}
        <button class="button plain close" type="button" ref={close} onClick={route.close}>
          Close <kbd aria-hidden="true">esc</kbd>
        </button>
      </div>
      {row ? <SessionStory view={row.view} turns={row.turns} /> : <p class="gone">This session ended, or left the list.</p>}
    </aside>
  );
};

const SessionStory = ({ view, turns }: { view: SessionView; turns: number }) => {
  const { store, clock } = usePage();
  const isAway = store.awaySince.value !== undefined;
  const shape = isAway ? 'unknown' : shapeOf(view);
  const step = stepOf(view, clock.value);
  const isAskedWhole = view.state === 'blocked' && step.code !== undefined && view.input !== null;
  // A step that is an agent's own text stands below in full.
  const isSaidBelow = step.text !== undefined;
  const name = lineOf(view.name);
  return (
    <div class="story" data-state={shape} tabIndex={0} role="group" aria-label={titleOf(view)}>
      <header>
        <h2>
          <StateMark shape={shape} sign={signOf(view.detail)} turns={turns} />
          <span class="title">{titleOf(view)}</span>
        </h2>
        <p class="who">
          <AgentMark agent={view.agent} name={view.name} />
          <b>{name}</b>
          <span class="state-word">{shapeWords[shape]}</span>
          <Age id={view.id} />
        </p>
      </header>
      <p class="where">
        {view.cwd && (
          <span>
            <Glyph of="folder" />
            <code>{pathOf(view.cwd, store.home.value)}</code>
          </span>
        )}
        {placeOf(view) !== '' && (
          <span>
            <Glyph of="terminal" />
            {placeOf(view)}
          </span>
        )}
      </p>
      {isAskedWhole ? (
        <LongText label={step.says} text={view.input ?? ''} isCode />
      ) : (
        !isSaidBelow && (
          <p class="now">
            <StepLine step={step} />
          </p>
        )
      )}
      {view.message && <LongText label={`${name} says`} text={view.message} />}
      {view.prompt && <LongText label="You asked" text={view.prompt} />}
      {view.reply && <LongText label="Last reply" text={view.reply} />}
      <WhyList id={view.id} title={whyWords(shapeOf(view))} turns={turns} />
      <Facts view={view} />
    </div>
  );
};

const Facts = ({ view }: { view: SessionView }) => {
  const facts: [name: string, value: string][] = [
    ['Session', lineOf(view.id)],
    ['Started', clockWords(view.started_ms)],
    ['Process', view.place.pid === null ? '' : `pid ${view.place.pid}`],
    ['Model', lineOf(view.model ?? '')],
    ['Context', view.context === null ? '' : `${Math.round(view.context)} %`],
    ['Cost', view.cost === null ? '' : `$${view.cost.toFixed(2)}`],
    ['Subagents', view.subagents === 0 ? '' : String(view.subagents)],
  ];
  return (
    <section>
      <h3>Facts</h3>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
};
