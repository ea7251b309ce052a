import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['app/**/*.test.{ts,tsx}', '*.test.ts'],
    setupFiles: ['app/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
  },
});
