// Names of agents: what may be one, which are taken, and which mean the same agent.

/** 1 to 32 of `a-z 0-9 - _`, first a letter or digit. */
export const agentName = /^[a-z0-9][a-z0-9_-]{0,31}$/u;

/** Names that `hook custom` refuses, as they are built into Gnista. Vigie's further built-in agents leave their names free there. */
export const takenNames: readonly string[] = [
  'claude',
  'codex',
  'cursor',
  'gemini',
  'copilot',
  'opencode',
  'antigravity',
  'amp',
  'hermes',
  'qwen',
  'kimi',
  'droid',
];

/** Other names → canonical id, for agents known to come under several. An agent file adds its own by `aliases`. */
const knownAliases: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  claudecode: 'claude',
  'codex-cli': 'codex',
  'openai-codex': 'codex',
  'cursor-agent': 'cursor',
  'cursor-cli': 'cursor',
  'gemini-cli': 'gemini',
  'copilot-cli': 'copilot',
  'github-copilot': 'copilot',
  'open-code': 'opencode',
  agy: 'antigravity',
  ampcode: 'amp',
  'hermes-agent': 'hermes',
  'qwen-code': 'qwen',
  'kimi-cli': 'kimi',
  'kimi-code': 'kimi',
  'factory-droid': 'droid',
  'muse-code': 'muse',
  'pi-coding-agent': 'pi',
  'kilo-code': 'kilo',
  kilocode: 'kilo',
};

/** The id behind a well-known alias, else the name itself. */
export const aliasedId = (name: string): string => (Object.hasOwn(knownAliases, name) ? (knownAliases[name] ?? name) : name);

/** How an agent without a name of its own is shown: its id with a capital. */
export const capitalised = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
