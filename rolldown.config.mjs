import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default {
  input: { vigie: 'src/main.ts' },
  platform: 'node',
  // Some packages keep their modules beside a main file that can't be bundled (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { __VIGIE_VERSION__: JSON.stringify(version) } },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name]-[hash].js',
    minify: { mangle: false, compress: true, codegen: false },
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
};
