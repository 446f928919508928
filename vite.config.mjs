import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    emptyOutDir: true,
    // The first browsers that know `light-dark()` and nested styles.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});
