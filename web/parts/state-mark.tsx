// The shape of a state. Its colour comes from the styles; its word stands beside it.

import type { JSX } from 'preact';
import type { Shape, Sign } from '../shape.ts';

const ring = <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" stroke-opacity=".32" stroke-width="2" />;
const diamond = <path class="diamond" d="M8 1.3 14.7 8 8 14.7 1.3 8Z" stroke-width="1.3" stroke-linejoin="round" />;

const shapes: Record<Shape, JSX.Element> = {
  blocked: diamond,
  working: (
    <>
      {ring}
      <path d="M8 2.4A5.6 5.6 0 0 1 13.6 8" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" />
    </>
  ),
  background: (
    <>
      {ring}
      <circle cx="8" cy="8" r="2.2" />
    </>
  ),
  done: (
    <path
      fill-rule="evenodd"
      d="M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6Zm3.3 4.1a.85.85 0 0 0-1.2.1L7.2 9.3 5.8 7.9a.85.85 0 1 0-1.2 1.2l2.05 2.05a.85.85 0 0 0 1.25-.05l3.5-4.2a.85.85 0 0 0-.1-1.2Z"
    />
  ),
  failed: (
    <path
      fill-rule="evenodd"
      d="M4 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Zm1.9 2.75a.82.82 0 0 0-1.15 1.15L6.85 8l-2.1 2.1a.82.82 0 1 0 1.15 1.15L8 9.15l2.1 2.1a.82.82 0 1 0 1.15-1.15L9.15 8l2.1-2.1a.82.82 0 1 0-1.15-1.15L8 6.85Z"
    />
  ),
  idle: <circle cx="8" cy="8" r="2.6" />,
  unknown: <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="2.2 2.2" />,
};

const signs: Record<Sign, JSX.Element> = {
  mark: (
    <>
      <path d="M8 4.6v3.9" stroke-width="1.7" />
      <circle class="point" cx="8" cy="11.1" r="1" />
    </>
  ),
  question: (
    <>
      <path d="M6.3 6.4a1.75 1.75 0 1 1 2.6 1.5c-.6.35-.9.65-.9 1.2" stroke-width="1.5" />
      <circle class="point" cx="8" cy="11.3" r=".95" />
    </>
  ),
  plan: <path d="M6 6h4M5.2 8.2h5.6M6 10.4h4" stroke-width="1.3" />,
  limit: <path d="M6.7 5.9v4.2M9.3 5.9v4.2" stroke-width="1.6" />,
};

interface StateMarkProps {
  shape: Shape;
  sign?: Sign | undefined;
  /** Quarter turns that the ring of a working session has taken: one for each event. */
  turns?: number;
}

export const StateMark = ({ shape, sign, turns = 0 }: StateMarkProps) => (
  <svg
    class="state-mark"
    data-state={shape}
    viewBox="0 0 16 16"
    aria-hidden="true"
    style={shape === 'working' ? { rotate: `${turns * 90}deg` } : { rotate: '' }}
  >
    {shapes[shape]}
    {shape === 'blocked' && sign && <g class="sign">{signs[sign]}</g>}
  </svg>
);
