import { configKeys, getConfig, setConfig } from '../../hub/config.ts';
import { pathsFor } from '../../host/folders.ts';
import type { Verb } from '../verb.ts';
import { defineVerb } from '../verb.ts';

const keyArgument = { type: 'positional', required: true, description: 'The setting, as in page.port.' } as const;

const get = defineVerb({
  description: ['Prints a setting as it counts: from your config.toml, or its default.'],
  args: { key: keyArgument },
  examples: [{ command: 'vigie config get page.port', about: 'The port of the page.' }],
  run({ key }, terminal) {
    terminal.write(`${getConfig(pathsFor().configFile, key)}\n`);
    return Promise.resolve(0);
  },
});

const list = defineVerb({
  description: ['Prints every setting as it counts. Those of single agents are left out: config get tells them.'],
  args: {},
  examples: [{ command: 'vigie config list', about: 'Keys and values, as config set takes them.' }],
  run(_args, terminal) {
    const { configFile } = pathsFor();
    // A key with a placeholder stands for many.
    const keys = configKeys.filter((key) => !key.includes('<'));
    terminal.write(keys.map((key) => `${key} = ${getConfig(configFile, key)}\n`).join(''));
    return Promise.resolve(0);
  },
});

const set = defineVerb({
  description: [
    'Changes one setting in your config.toml; every other byte of it stays as it is. A value that does not fit is refused, and nothing is changed. The hub takes most settings over at its next start: vigie down.',
  ],
  args: {
    key: keyArgument,
    value: { type: 'positional', required: true, description: 'In TOML; a text needs no quotes.' },
  },
  examples: [{ command: 'vigie config set page.port 4321', about: 'From the next start of the hub on, the page has this port.' }],
  run({ key, value }) {
    setConfig(pathsFor().configFile, key, value);
    return Promise.resolve(0);
  },
});

export const verb: Verb = defineVerb({
  description: ['Settings are in config.toml, which you may edit as well; it is strict, so that a typo is told and not ignored.'],
  args: {},
  examples: [],
  verbs: [
    { name: 'list', group: 'Settings', summary: 'print all settings', load: () => Promise.resolve(list) },
    { name: 'get', group: 'Settings', summary: 'print a setting', load: () => Promise.resolve(get) },
    { name: 'set', group: 'Settings', summary: 'change a setting', load: () => Promise.resolve(set) },
  ],
  run: () => Promise.resolve(0),
});
