// What an agent file says, whatever its dialect: how to recognise an agent, read what it sends, put hooks into its config, answer it and jump to it.

import * as z from 'zod';

export const agentDefinition = z.strictObject({ name: z.string().optional() });
export type AgentDefinition = z.infer<typeof agentDefinition>;
