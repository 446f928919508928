// An agent's own geometric mark, or its first letter in a frame. No maker's logo.

import type { JSX } from 'preact';
import { lineOf } from '../line.ts';

const marks: Readonly<Record<string, JSX.Element>> = {
  claude: (
    <path d="M7.4 7.5H2.6a.8.8 0 0 1-.8-.9 5.4 5.4 0 0 1 4.8-4.8.8.8 0 0 1 .9.8v4.8ZM8.6 8.5h4.8a.8.8 0 0 1 .8.9 5.4 5.4 0 0 1-4.8 4.8.8.8 0 0 1-.9-.8V8.6Z" />
  ),
  codex: (
    <>
      <path d="M2 3.2A1.2 1.2 0 0 1 3.2 2h5.6A1.2 1.2 0 0 1 10 3.2v2.3H7.2a1.7 1.7 0 0 0-1.7 1.7V10H3.2A1.2 1.2 0 0 1 2 8.8Z" />
      <rect x="6.9" y="6.9" width="7.1" height="7.1" rx="1.2" />
    </>
  ),
  gemini: (
    <>
      <rect x="3" y="2" width="4" height="12" rx="2" />
      <rect x="9" y="2" width="4" height="12" rx="2" />
    </>
  ),
  opencode: <path d="M7.3 1.6v9.2a4.6 4.6 0 0 1 0-9.2ZM8.7 5.2v9.2a4.6 4.6 0 0 0 0-9.2Z" />,
  qwen: (
    <>
      <circle cx="8" cy="4.3" r="2.5" />
      <circle cx="4.2" cy="11.2" r="2.5" />
      <circle cx="11.8" cy="11.2" r="2.5" />
    </>
  ),
  copilot: <path d="M2 3.4v9.2L7.6 8ZM14 3.4v9.2L8.4 8Z" stroke="currentColor" stroke-width="1" stroke-linejoin="round" />,
  cursor: (
    <>
      <path d="M3.2 2h9.6A1.2 1.2 0 0 1 14 3.2v1.6A1.2 1.2 0 0 1 12.8 6H6v6.8A1.2 1.2 0 0 1 4.8 14H3.2A1.2 1.2 0 0 1 2 12.8V3.2A1.2 1.2 0 0 1 3.2 2Z" />
      <circle cx="11" cy="11" r="2.8" />
    </>
  ),
  pi: (
    <path
      d="M2.8 13.2A10.4 10.4 0 0 1 13.2 2.8M8.4 13.2a4.8 4.8 0 0 1 4.8-4.8"
      fill="none"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linecap="round"
    />
  ),
  aider: (
    <path d="M2 13.2V10.6a.8.8 0 0 1 .8-.8h2.9V7a.8.8 0 0 1 .8-.8h2.9V2.8a.8.8 0 0 1 .8-.8h3a.8.8 0 0 1 .8.8v10.4a.8.8 0 0 1-.8.8H2.8a.8.8 0 0 1-.8-.8Z" />
  ),
};

export const AgentMark = ({ agent, name }: { agent: string; name: string }) => {
  const mark = Object.hasOwn(marks, agent) ? marks[agent] : undefined;
  if (mark)
    return (
      <svg class="agent-mark" data-agent={agent} viewBox="0 0 16 16" aria-hidden="true">
        {mark}
      </svg>
    );
  const [letter = '?'] = lineOf(name) || agent;
  return (
    <span class="agent-mark letter" data-agent="custom" aria-hidden="true">
      {letter}
    </span>
  );
};
