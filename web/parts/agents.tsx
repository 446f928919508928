// All agents that are known: whose file it is, when it was last heard, and why a file is not used.

import { useEffect, useState } from 'preact/hooks';
import type { AgentList } from '../../src/api/contract.ts';
import { lineOf } from '../line.ts';
import { pathOf } from '../naming.ts';
import { usePage } from '../page.ts';
import { roughAgeWords } from '../time.ts';
import { AgentMark } from './agent-mark.tsx';

type Agent = AgentList['agents'][number];

const origins: Record<NonNullable<Agent['origin']>, string> = {
  vigie: 'Your file',
  gnista: 'Gnista’s file',
  tma: 'tma’s file',
  'built-in': 'Built in',
};

const connected: Record<NonNullable<Agent['connection']>, string> = {
  connected: 'connected',
  not_connected: 'not connected',
  gone: 'its hooks are gone',
  stale: 'hooks of an older Vigie',
  partly: 'connected in part',
  unreadable: 'its settings can’t be read',
};

export const Agents = () => {
  const { route } = usePage();
  const { agents, trouble } = useAgents();
  return (
    <main class="agents">
      <header>
        <h1>Agents</h1>
        <button class="button plain" type="button" onClick={route.close}>
          Close <kbd aria-hidden="true">esc</kbd>
        </button>
      </header>
      {trouble !== '' && <p class="trouble">{`The agents are not known: ${trouble}.`}</p>}
      <ul>
        {agents?.map((agent) => (
          <AgentRow key={agent.file ?? agent.id} agent={agent} />
        ))}
      </ul>
      {agents && (
        <p>
          Any tool joins with one line, and a file teaches Vigie an agent of your own: <code>vigie agents new ralph</code>
        </p>
      )}
    </main>
  );
};

const AgentRow = ({ agent }: { agent: Agent }) => {
  const { store, clock } = usePage();
  const { id, name, origin, file, used, reasons, colour, icon, heard_ms, connection } = agent;
  return (
    <li class="panel" data-agent={id} style={colour === null ? undefined : { '--own': colour }}>
      {icon ? <img class="agent-mark" src={`/icons/${encodeURIComponent(id)}`} alt="" /> : <AgentMark agent={id} name={name} />}
      <b>{lineOf(name)}</b>
      <span class="swatch" aria-hidden="true" />
      <span class="from">
        {lineOf(id)} · {origin === null ? 'Only heard of' : `${origins[origin]}${used ? '' : ', ignored'}`}
        {connection === null ? '' : ` · ${connected[connection]}`}
      </span>
      <span class="age">{heard_ms === null ? 'never heard' : `heard ${agoWords(clock.value - heard_ms)}`}</span>
      {file !== null && <code class="cut">{pathOf(file, store.home.value)}</code>}
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{lineOf(reason)}</li>
          ))}
        </ul>
      )}
    </li>
  );
};

const agoWords = (age_ms: number): string => {
  const words = roughAgeWords(age_ms);
  return words === 'now' ? 'just now' : `${words} ago`;
};

/** Asked for once, when it is shown. */
const useAgents = (): { agents: readonly Agent[] | undefined; trouble: string } => {
  const { agents: ask } = usePage();
  const [known, setKnown] = useState<{ agents: readonly Agent[] | undefined; trouble: string }>({
    agents: undefined,
    trouble: '',
  });
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setKnown(answer.ok ? { agents: answer.value.agents, trouble: '' } : { agents: undefined, trouble: answer.message });
    });
    return () => leaving.abort();
  }, []);
  return known;
};
