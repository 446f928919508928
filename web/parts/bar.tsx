// The top of the page: what this is, whether it is live, and how many need a person.

import { needWords } from '../announcement.ts';
import { usePage } from '../page.ts';
import { agentsAddress } from '../route.ts';
import { clockWords } from '../time.ts';
import { Brand } from './glyph.tsx';

export const Bar = () => {
  const { store, route, showKeys, locked } = usePage();
  const waiting = store.counts.value['needs-you'];
  const away = store.awaySince.value;
  return (
    <header class="bar">
      <a
        class="brand"
        href="/"
        onClick={(event) => {
          event.preventDefault();
          route.close();
        }}
      >
        <Brand />
        Vigie
      </a>
      {waiting > 0 && away === undefined && (
        <button class="button plain need-count" type="button" onClick={() => store.look({ tab: 'needs-you', filter: '' })}>
          {needWords(waiting)}
        </button>
      )}
      <div class="end">
        <span class="live" data-away={away !== undefined}>
          {locked.value === undefined && liveWords(store.known.value, away, store.machines.value)}
        </span>
        {locked.value === undefined && (
          <a class="button plain" href={agentsAddress} aria-current={route.agentsShown.value ? 'page' : undefined}>
            Agents
          </a>
        )}
        <button class="button plain keys-button" type="button" onClick={() => showKeys(true)}>
          Keys <kbd aria-hidden="true">?</kbd>
        </button>
      </div>
    </header>
  );
};

const liveWords = (isKnown: boolean, away: number | undefined, machines: number): string => {
  if (away !== undefined) return `The hub is away. Last heard ${clockWords(away)}, trying again`;
  if (!isKnown) return '';
  return machines > 1 ? `Live, ${machines} machines` : 'Live';
};
