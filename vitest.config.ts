import { defineConfig } from 'vitest/config';

// Real terminals, browsers and processes on a machine that others use too: in CI, what fails twice is broken.
const shared = { globals: false, setupFiles: ['test/guard.ts'], restoreMocks: true, retry: process.env.CI ? 1 : 0 };

export default defineConfig({
  define: { __VIGIE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'unit', include: ['src/**/*.test.ts', 'web/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
      // Real agents: run by `npm run test:agents`, which installs them and shuts them in.
      {
        extends: true,
        test: {
          ...shared,
          name: 'agents',
          include: ['test/agents/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
