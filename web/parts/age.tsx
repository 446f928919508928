// How long a session has been in its state. Only one that waits for a person counts seconds, for its first minute.

import { useComputed } from '@preact/signals';
import { usePage } from '../page.ts';
import { ageWords, roughAgeWords } from '../time.ts';

export const Age = ({ id }: { id: string }) => {
  const { store, clock } = usePage();
  const words = useComputed(() => {
    const view = store.row(id).value?.view;
    if (!view) return '';
    const age = clock.value - view.since_ms;
    return view.state === 'blocked' ? ageWords(age) : roughAgeWords(age);
  });
  return <span class="age">{words}</span>;
};
