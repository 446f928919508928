// The hub in numbers, in the text format of Prometheus. They are read when they are asked for: nothing is counted or timed meanwhile.

import type { Health } from '../domain/health.ts';
import { states } from '../domain/session.ts';
import type { SessionView } from '../domain/view.ts';

export interface Measured {
  health: Omit<Health, 'url'>;
  sessions: readonly SessionView[];
  journalBytes: number;
}

/** Loads what writes the format with the first call: most hubs are never asked. */
export const metricsText = async ({ health, sessions, journalBytes }: Measured): Promise<string> => {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registers = [new Registry()];
  const gauge = (name: string, help: string, value: number): void => new Gauge({ name, help, registers }).set(value);
  const counter = (name: string, help: string, value: number): void => new Counter({ name, help, registers }).inc(value);

  const perState = new Gauge({ name: 'vigie_sessions', help: 'Live sessions by state.', labelNames: ['state'], registers });
  for (const state of states) perState.set({ state }, sessions.filter((session) => session.state === state).length);
  gauge(
    'vigie_attention',
    'Live sessions with something that nobody has seen yet.',
    sessions.filter(({ attention }) => attention).length,
  );
  gauge('vigie_change', 'Number of the last change of the list.', health.seq);
  gauge('vigie_spool_waiting', 'Reports that wait in the spool.', health.spool.waiting);
  gauge('vigie_spool_quarantined', 'Spool files that could not be read.', health.spool.quarantined);
  counter('vigie_spool_dropped_total', 'Reports given up since the hub started.', health.spool.dropped);
  counter(
    'vigie_faults_total',
    'What went wrong, of the kinds that vigie doctor shows.',
    health.faults.reduce((sum, { count }) => sum + count, 0),
  );
  gauge('vigie_journal_bytes', 'Bytes in use in the journal.', journalBytes);
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  gauge('process_resident_memory_bytes', 'Memory of the process.', rss);
  gauge('nodejs_heap_size_used_bytes', 'Memory of it that is in use for objects.', heapUsed);
  counter('process_cpu_seconds_total', 'Time on a processor.', (user + system) / 1e6);
  gauge('process_start_time_seconds', 'When the hub started, in seconds since 1970.', health.started_ms / 1000);
  const info = new Gauge({ name: 'vigie_info', help: 'Always 1.', labelNames: ['version'], registers });
  info.set({ version: health.version }, 1);
  return registers[0]?.metrics() ?? '';
};
