import { defineConfig } from 'vitest/config';

/** Tests that run in Node, without a DOM. */
const withoutPage = 'app/features/imports/reading/*.test.ts';

const limits = { testTimeout: 60_000, hookTimeout: 60_000, isolate: false };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['app/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: [withoutPage],
          setupFiles: ['app/testing/setup.ts'],
          // These style sheets decide what visitors see, depending on the server's settings. Tests ignore all other style sheets.
          css: { include: /sign-up-link|trial-hint|legal-links/, modules: { classNameStrategy: 'non-scoped' } },
          ...limits,
        },
      },
      { test: { name: 'files', environment: 'node', include: [withoutPage], ...limits } },
    ],
  },
});
