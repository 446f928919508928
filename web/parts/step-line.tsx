// A step as a line: plain words, then code or an agent's own text.

import type { Step } from '../step.ts';

export const StepLine = ({ step: { says, code, text } }: { step: Step }) => (
  <span class="step cut">
    {says}
    {says !== '' && (code !== undefined || text !== undefined) && ' '}
    {code !== undefined ? <code>{code}</code> : text}
  </span>
);
