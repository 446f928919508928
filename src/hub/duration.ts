// How long something takes, as a person writes it into config.toml.

import * as z from 'zod';

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationForm = /^(\d{1,9})([smhd])$/u;
const durationMs = (text: string): number => {
  const [, count, unit = ''] = durationForm.exec(text) ?? [];
  return Number(count) * (unitsMs[unit] ?? Number.NaN);
};

/** Seconds as a number, or a text as in `5m`; gives milliseconds. */
export const duration = z.union([
  z
    .number()
    .min(0)
    .max(1e9)
    .transform((seconds) => seconds * 1_000),
  z.string().regex(durationForm, 'must be seconds as a number, or a text as in "90s", "5m", "12h" or "2d"').transform(durationMs),
]);
