// Gnista's dialect: strict JSON, version 1 and 2. A file with one mistake is no file.

import * as z from 'zod';
import type { AgentDefinition } from './definition.ts';
import {
  adapters,
  approvalKinds,
  colour,
  detailKinds,
  hookFormats,
  homeFile,
  icon,
  jump,
  pathText,
  shortText,
} from './definition.ts';
import { customEvents, eventTarget } from './event-target.ts';
import { customFields } from './field.ts';
import type { Mistake } from './mistake.ts';
import { checkSource } from './schema-mistakes.ts';
import type { Source } from './source.ts';

const targets = [...customEvents, 'ignore' as const];
const target = z.string().refine((name) => targets.some((known) => known === eventTarget(name)), {
  error: 'is no event',
  params: { among: targets },
});

const version1 = z.strictObject({
  version: z.literal([1, 2]).optional(),
  name: shortText(64).optional(),
  icon: icon.optional(),
  fields: z.partialRecord(z.enum(customFields), pathText).optional(),
  events: z.record(z.string(), target).optional(),
  host: shortText(256).optional(),
  jump: jump.optional(),
  doneAfterTools: z.array(shortText(128)).max(256).optional(),
});

const version2 = z.strictObject({
  ...version1.shape,
  version: z.literal(2),
  colour: colour.optional(),
  adapter: z.enum(adapters).optional(),
  hooks: z
    .strictObject({
      format: z.enum(hookFormats),
      file: homeFile,
      events: z.array(shortText(128)).min(1).max(256),
      timeout: z.number().positive().max(86_400).optional(),
    })
    .optional(),
  approvals: z.enum(approvalKinds).optional(),
  details: z.enum(detailKinds).optional(),
});

export const readGnistaFile = (source: Source): { definition: AgentDefinition | undefined; mistakes: Mistake[] } => {
  const checked = versionOf(source.value) === 2 ? checkSource(source, version2) : checkSource(source, version1, neededVersion);
  if (!checked.value) return { definition: undefined, mistakes: checked.mistakes };
  const { version: _, doneAfterTools, ...rest } = checked.value;
  return { definition: { ...rest, ...(doneAfterTools && { done_after_tools: doneAfterTools }) }, mistakes: [] };
};

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;

const neededVersion = (key: string): string | undefined =>
  Object.hasOwn(version2.shape, key) ? 'It needs "version": 2 in the file.' : undefined;
