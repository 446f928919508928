// All keys, in a dialog.

import { useEffect, useRef } from 'preact/hooks';
import { keyLines } from '../keyboard.ts';
import { usePage } from '../page.ts';
import { Glyph } from './glyph.tsx';

export const Keys = () => {
  const { keysShown, showKeys } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = keysShown.value;
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  return (
    <dialog class="keys" ref={dialog} aria-labelledby="keys-title" onClose={() => showKeys(false)}>
      <header>
        <h2 id="keys-title">Keys</h2>
        <button class="button plain icon" type="button" aria-label="Close" onClick={() => showKeys(false)}>
          <Glyph of="cross" />
        </button>
      </header>
      <dl>
        {keyLines.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>They work whenever no text field has focus.</p>
    </dialog>
  );
};
