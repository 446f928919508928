// Which sessions the list shows, by what they are up to.

import type { Tab } from '../arrangement.ts';
import { tabs } from '../arrangement.ts';
import { usePage } from '../page.ts';

const names: Record<Tab, string> = {
  all: 'All',
  'needs-you': 'Needs you',
  unseen: 'Unseen',
  working: 'Working',
  idle: 'Idle',
};

export const Tabs = () => {
  const { store } = usePage();
  const { tab: current } = store.wish.value;
  const counts = store.counts.value;
  return (
    <nav class="tabs" aria-label="Show">
      {tabs.map((tab) => (
        <button key={tab} type="button" aria-pressed={tab === current} onClick={() => store.look({ tab })}>
          {names[tab]} <span class="number">{counts[tab]}</span>
        </button>
      ))}
    </nav>
  );
};
