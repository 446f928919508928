// Every measurement, by name.

import { relay } from './relay.ts';
import type { Row } from './row.ts';

export const benches: Readonly<Record<string, () => Promise<Row[]>>> = { relay };
