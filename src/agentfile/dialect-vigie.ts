// Vigie's own dialect: TOML or JSON that says `vigie = 1`.

import * as z from 'zod';
import type { AgentDefinition } from './definition.ts';
import { agentDefinition } from './definition.ts';
import type { Mistake } from './mistake.ts';
import { checkSource } from './schema-mistakes.ts';
import type { Source } from './source.ts';

const file = z.strictObject({ vigie: z.literal(1), ...agentDefinition.shape });

export const readVigieFile = (source: Source): { definition: AgentDefinition | undefined; mistakes: Mistake[] } => {
  const { value, mistakes } = checkSource(source, file);
  if (!value) return { definition: undefined, mistakes };
  const { vigie: _, ...definition } = value;
  return { definition, mistakes };
};

/** JSON Schema of a file in this dialect, for editors. */
export const agentFileSchema = (): Readonly<Record<string, unknown>> => ({
  title: 'Vigie agent file',
  description: 'How Vigie recognises, reads, connects and answers one kind of agent.',
  ...z.toJSONSchema(file, { io: 'input' }),
});
