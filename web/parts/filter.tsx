// The filter field. `/` goes there, Esc leaves it, ↓ goes from there into the list.

import { usePage } from '../page.ts';
import { Glyph } from './glyph.tsx';

export const filterId = 'filter';

export const Filter = () => {
  const { store } = usePage();
  return (
    <label class="field">
      <Glyph of="find" />
      <input
        id={filterId}
        type="search"
        placeholder="Filter"
        aria-label="Filter sessions"
        autocomplete="off"
        spellcheck={false}
        value={store.wish.value.filter}
        onInput={(event) => store.look({ filter: event.currentTarget.value })}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
};
