// Claude Code as the tests run it: how it is configured and started, what its screens say, which keys answer its dialogs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentUnderTest } from './agent.ts';

const key = 'sk-ant-api03-not-a-key-used-in-tests-only-000000';

export const claude: AgentUnderTest = {
  id: 'claude',
  package: `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  program: 'claude',
  env: (model) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: key,
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  // Without these answers it asks the vendor's server first, and then the person whether the folder is to be trusted.
  configure(home, project) {
    mkdirSync(join(home, '.claude'), { recursive: true });
    const state = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true } },
    };
    writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
  },
  hooksFile: '.claude/settings.json',
  // The default mode is "auto", in which a classifier on the vendor's side decides and no permission is asked.
  terminalArgs: ['--permission-mode', 'default'],
  printArgs: (prompt) => ['-p', prompt],
};

/** What its screens say (2.1.332). */
export const screens = {
  /** The input box, with nothing in it and no dialog over it. */
  ready: /❯\s*\n─+\n.*manual mode on/u,
  working: /esc to interrupt/u,
  permission: /Do you want to (?:proceed|create)/u,
  question: /Enter to select/u,
  /** Choices: the digit is the key to press. */
  yes: /(\d)\. Yes\n/u,
  no: /(\d)\. No\n/u,
};
