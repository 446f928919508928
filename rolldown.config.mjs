import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

// CommonJS, since `vigie ls` starts a third faster so: Node's ES module loader, and what it builds around `node:fs` and `node:http`
// for named imports, take longer than all the rest.
const commonJs = {
  name: 'common-js',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

// What most verbs load stands in one file each: finding and opening a file takes Node as long as reading 20 KB.
const ask =
  /\/src\/(?:cli\/(?:verb|reach-hub)|api\/(?:client|exchange|failure)|host\/package-root)\.ts$|\/node_modules\/citty\//u;
const list =
  /\/src\/(?:cli\/(?:session-table|session-row|columns|age)|domain\/(?:view|session|text))\.ts$|\/fast-string-truncated-width\//u;

export default {
  input: { vigie: 'src/main.ts' },
  preserveEntrySignatures: false,
  platform: 'node',
  // Some packages keep their modules beside a main file that can't be bundled (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { __VIGIE_VERSION__: JSON.stringify(version) } },
  plugins: [commonJs],
  output: {
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name]-[hash].js',
    minify: { mangle: false, compress: true, codegen: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'ask', test: ask },
        { name: 'list', test: list },
      ],
    },
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
};
