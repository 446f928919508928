import { describe, expect, it } from 'vitest';
import { builtIns, builtInFiles, map } from '../../test/agent-registry.ts';
import type { AgentDefinition } from './definition.ts';

const definitionOf = (agent: string): AgentDefinition | undefined => builtIns.find(agent)?.definition;
const ids = builtInFiles.map(({ stem }) => stem);
const namesOf = (agent: string): string[] => {
  const { hooks } = definitionOf(agent) ?? {};
  return [hooks, ...(hooks?.also ?? [])].flatMap((file) =>
    (file?.events ?? []).map((event) => (typeof event === 'string' ? event : event.name)),
  );
};

describe('the built-in agents', () => {
  it.each(ids)('of %s reads each event that its hooks bring, and each adds something', (agent) => {
    const table = builtIns.find(agent)?.mapping;
    const unread = namesOf(agent).filter((name) => !table?.casesFor(name)?.some(({ kind }) => kind !== 'ignore'));
    expect(unread).toEqual([]);
  });

  it.each(ids)('of %s has a picture and a colour of its own', (agent) => {
    const { icon, colour } = definitionOf(agent) ?? {};
    expect(builtInFiles.find(({ stem }) => stem === agent)?.icons).toHaveProperty([icon ?? '']);
    expect(ids.filter((other) => definitionOf(other)?.colour === colour)).toEqual([agent]);
  });

  it.each(ids)('of %s drops what is of a wrong type, and takes the rest', (agent) => {
    const payload = {
      session_id: 's',
      sessionId: 's',
      conversation_id: 's',
      conversationId: 's',
      prompt: 5,
      tool_name: [],
      cwd: {},
    };
    const silent = namesOf(agent).filter((event) => {
      const { events, faults, ignored } = map({ agent, event, payload });
      return events.length === 0 && faults.length === 0 && !ignored;
    });
    expect(silent).toEqual([]);
    expect(map({ agent, event: 'NoSuchEvent', payload: { session_id: 's' } }).events).toEqual([]);
  });
});
