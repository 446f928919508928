// The list of agents as lines.

import type { AgentView } from '../domain/agent-view.ts';
import { oneLine } from '../domain/text.ts';
import { ageInWords } from './age.ts';
import type { Column } from './columns.ts';
import { table, wrap } from './columns.ts';
import type { Paint } from './paint.ts';

const columns: readonly Column[] = [
  { title: 'AGENT', least: 8 },
  { title: 'NAME', least: 6, from: 60 },
  { title: 'CONNECTED', from: 70 },
  { title: 'FILE FROM' },
  { title: 'HEARD' },
  { title: 'FILE', least: 10, from: 50 },
];

const connected: Readonly<Record<NonNullable<AgentView['connection']>, string>> = {
  connected: 'yes',
  not_connected: 'no',
  gone: 'hooks gone',
  stale: 'stale',
  partly: 'in part',
  unreadable: 'unreadable',
};

const folders: Readonly<Record<NonNullable<AgentView['origin']>, string>> = {
  vigie: 'you',
  gnista: 'Gnista',
  tma: 'tma',
  'built-in': 'built in',
};

/** Files that are not used, or only in part, are told below the table with all their mistakes. */
export const agentLines = (agents: readonly AgentView[], width: number, now: number, paint: Paint): string[] => {
  const rows = agents.map(({ id, name, origin, file, used, heard_ms, connection }) => [
    oneLine(id),
    oneLine(name),
    connection === null ? '' : connected[connection],
    origin === null ? 'only heard of' : `${folders[origin]}${used ? '' : ' (ignored)'}`,
    heard_ms === null ? '' : ageInWords(now - heard_ms),
    file ?? '',
  ]);
  const lines = table(columns, rows, width, (text, row) => (row < 0 ? paint('bold', text) : text));
  for (const { file, used, reasons } of agents) {
    if (reasons.length === 0 || file === null) continue;
    lines.push('', paint('bold', `${file} is ${used ? 'used only in part' : 'ignored'}:`));
    lines.push(...reasons.flatMap((reason) => wrap(oneLine(reason), Math.max(20, width - 2)).map((line) => `  ${line}`)));
  }
  return lines;
};
