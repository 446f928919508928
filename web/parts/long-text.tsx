// What an agent wrote, as text and nothing else: wrapped anywhere, and cut until somebody wants it whole.

import { useState } from 'preact/hooks';
import { manyLines } from '../../src/domain/text.ts';

const shownMax = 1200;

interface LongTextProps {
  label: string;
  text: string;
  isCode?: boolean;
}

export const LongText = ({ label, text, isCode = false }: LongTextProps) => {
  const [isWhole, setWhole] = useState(false);
  const clean = manyLines(text);
  const isCut = clean.length > shownMax && !isWhole;
  const shown = isCut ? `${clean.slice(0, shownMax).toWellFormed()}…` : clean;
  return (
    <section class="long-text">
      <h3>{label}</h3>
      {isCode ? <pre class="command">{shown}</pre> : <p>{shown}</p>}
      {isCut && (
        <button class="button plain" type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </section>
  );
};
