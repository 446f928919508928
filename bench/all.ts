// Every measurement, by name.

import { custom } from './custom.ts';
import { delivery } from './delivery.ts';
import { history } from './history.ts';
import { idle } from './idle.ts';
import { page } from './page.ts';
import { relay } from './relay.ts';
import type { BenchOptions, Row } from './row.ts';
import { start } from './start.ts';

export const benches: Readonly<Record<string, (options: BenchOptions) => Promise<Row[]>>> = {
  relay,
  custom,
  delivery,
  history,
  idle,
  start,
  page,
};
