// The whole page.

import { usePage } from '../page.ts';
import { Agents } from './agents.tsx';
import { Bar } from './bar.tsx';
import { Detail } from './detail.tsx';
import { Empty, Locked } from './empty.tsx';
import { Filter } from './filter.tsx';
import { Keys } from './keys.tsx';
import { SessionList } from './session-list.tsx';
import { Tabs } from './tabs.tsx';

export const WholePage = () => {
  const { voice, notice, keysShown } = usePage();
  return (
    <div class="page">
      <Bar />
      <Content />
      <p class="only-read" role="status">
        {voice.said}
      </p>
      {/* The live region says the same. */}
      {notice.shown.value !== '' && (
        <p class="notice panel" aria-hidden="true">
          {notice.shown}
        </p>
      )}
      {keysShown.value && <Keys />}
    </div>
  );
};

const Content = () => {
  const { store, route, locked } = usePage();
  const opened = route.opened.value;
  if (locked.value !== undefined) return <Locked why={locked.value} />;
  if (route.agentsShown.value) return <Agents />;
  // Until the hub has spoken, an empty list would be a claim.
  if (!store.known.value) return <main />;
  if (store.counts.value.all === 0) return <Empty />;
  return (
    <main class="split" data-opened={opened === undefined ? undefined : ''}>
      <section class="list-pane" aria-label="Sessions">
        <h1 class="only-read">Sessions</h1>
        <div class="list-tools">
          <Tabs />
          <Filter />
        </div>
        <SessionList />
      </section>
      {opened !== undefined && <Detail key={opened} id={opened} />}
    </main>
  );
};
