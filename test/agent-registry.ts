// Registries for tests: the real built-in agent files, and files written in the test.

import { join } from 'node:path';
import type { AgentFileText, Origin, Registry } from '../src/agentfile/registry.ts';
import { createRegistry } from '../src/agentfile/registry.ts';
import type { Mapped, Report } from '../src/agentfile/report.ts';
import { mapReport } from '../src/agentfile/mapping.ts';
import { readAgentFiles } from '../src/host/agent-files.ts';

const root = join(import.meta.dirname, '..');

export const builtInFiles = readAgentFiles({ vigie: '', gnista: '', tma: '', builtIn: join(root, 'agents') });

/** An agent file that never saw a disk; `name` with its extension. */
export const fileText = (name: string, text: string, origin: Origin = 'vigie', folder = `/agents/${origin}`): AgentFileText => ({
  origin,
  stem: name.replace(/\.[^.]*$/u, ''),
  file: `${folder}/${name}`,
  text,
  icons: {},
});

export const builtIns: Registry = createRegistry(builtInFiles);

export const reportOf = (report: Partial<Omit<Report, 'payload'>> & { payload?: unknown }): Report => ({
  agent: 'claude',
  event: '',
  source: 'hook',
  at_ms: 1_000,
  cwd: undefined,
  place: {},
  env: {},
  ...report,
  payload: report.payload instanceof Uint8Array ? report.payload : Buffer.from(JSON.stringify(report.payload ?? {})),
});

export const map = (report: Parameters<typeof reportOf>[0], registry: Registry = builtIns): Mapped =>
  mapReport(reportOf(report), registry);
