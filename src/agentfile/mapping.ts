// Reads what an agent sends: a Report becomes Events, as its agent file says.

import type { Registry } from './registry.ts';
import type { Mapped, Report } from './report.ts';

/** Never throws, whatever the payload holds; what is wrong drops no more than its own field and is told as a fault. */
export const mapReport = (report: Report, _registry: Registry): Mapped => ({
  events: [],
  faults: [{ where: report.agent, reason: 'no mapping yet' }],
  ignored: false,
});
