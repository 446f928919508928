// What `vigie agents new` writes: a file that works as it is, with everything else one comment sign away.

import { capitalised } from './names.ts';

/** In Vigie's dialect. @param id a valid name */
export const startingFile = (
  id: string,
): string => `# The agent ${id}. Vigie reads this file again when it changes; \`vigie agents lint\` tells every mistake in it.
# Nothing but the first line is needed. All keys: docs/custom-agents.md.
vigie = 1

# How it is shown.
name = "${capitalised(id)}"
# colour = "#2EB872"
# icon = "${id}.svg"          # beside this file, at most 64 KB

# Where our fields stand in what it sends. Without a line, the field of that very name is read.
[fields]
# session = "$.conversation_id"
# event = "$.hook_event_name"
# cwd = "$.workspace_roots[0]"
# tool = "$.tool.name"

# What its events mean. Without a line, our own names work: prompt, tool, tool-done, needs-you, done, failed, end …
[events]
# beforeSubmitPrompt = "prompt"
# afterToolUse = "tool-done"
# askUser = { kind = "needs-you", reason = "question" }
# stop = "done"
# heartbeat = "ignore"

# Where a click on one of its sessions leads, when its tab or window can't be reached.
# [jump]
# url = "${id}://open?session={session}"

# A working session that says nothing goes to rest after this long.
# [rules]
# idle_after_ms = 300000
`;
