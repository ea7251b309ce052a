import { defineConfig } from '@playwright/test';
import { browserArguments, chromium, databaseUrl, isLongRun } from './src/config.ts';

/** The journeys that depend most on the database; in the long run, every journey that needs no visible window. */
const databaseJourneys = isLongRun ? ['main-job', 'interruptions', 'promise', 'random-faults'] : ['interruptions'];
const onPostgres = { testMatch: databaseJourneys.map((name) => `**/${name}.spec.ts`) };

// Each project has its own folder, because they may run at the same time.
const outputOf = (project: string): string =>
  `./test-results/${databaseUrl === null ? 'embedded' : 'postgres'}/${project}`;

// Only on Linux can the tests create a virtual screen.
const needScreen = process.platform === 'linux' ? [] : ['**/visible-windows.spec.ts'];

const oneByOne = {
  name: 'one by one',
  outputDir: outputOf('journeys'),
  testDir: './src/journeys',
  testIgnore: ['**/screens/**', '**/bad-input.spec.ts', ...needScreen],
  // Each journey starts its own server, agent and two browsers.
  workers: 1,
};

/** The screens. Each journey has its own user, on a server that the worker keeps. */
const sideBySide = {
  name: 'side by side',
  outputDir: outputOf('screens'),
  testDir: './src/journeys',
  testMatch: ['**/screens/*.spec.ts', '**/bad-input.spec.ts'],
  fullyParallel: true,
  workers: 2,
  use: {
    contextOptions: { reducedMotion: 'reduce' as const },
    // A screenshot of every step would take longer than the steps.
    trace: { mode: 'retain-on-failure' as const, screenshots: false },
  },
};

export default defineConfig({
  projects: databaseUrl === null ? [sideBySide, oneByOne] : [{ ...oneByOne, ...onPostgres }],
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 10 * 60_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { args: browserArguments, ...(chromium === null ? {} : { executablePath: chromium }) },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
