import { defineConfig } from '@playwright/test';
import { browserArguments, chromium, databaseUrl, isLongRun } from './src/config.ts';

/** The journeys that depend most on the database. The long run adds every other journey that needs no visible window. */
const databaseJourneys = isLongRun
  ? ['main-job', 'interruptions', 'promise', 'random-faults', 'forecast']
  : ['interruptions'];
const onPostgres = { testMatch: databaseJourneys.map((name) => `**/${name}.spec.ts`) };

// Each project has its own folder, because they may run at the same time.
const outputOf = (project: string): string =>
  `./test-results/${databaseUrl === null ? 'embedded' : 'postgres'}/${project}`;

/** Takes an hour. */
const hourLong = isLongRun ? [] : ['**/ramp.spec.ts'];

// Only on Linux can the tests create a virtual screen.
const needScreen = process.platform === 'linux' ? [] : ['**/visible-windows.spec.ts'];

const journeys = {
  name: 'journeys',
  outputDir: outputOf('journeys'),
  testDir: './src/journeys',
  testIgnore: ['**/screens/**', '**/bad-input.spec.ts', ...needScreen, ...hourLong],
  // Each journey starts its own server, agent and browsers, and mostly waits for a campaign's pauses.
  workers: 2,
};

/** The screens. Each journey has its own user, on a server that the worker keeps. */
const screens = {
  name: 'screens',
  outputDir: outputOf('screens'),
  testDir: './src/journeys',
  testMatch: ['**/screens/*.spec.ts', '**/bad-input.spec.ts'],
  fullyParallel: true,
  workers: 2,
  use: {
    contextOptions: { reducedMotion: 'reduce' as const },
  },
};

export default defineConfig({
  projects: databaseUrl === null ? [screens, journeys] : [{ ...journeys, ...onPostgres }],
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
    // A trace costs a quarter of a journey's processor time. To get one, run the journey with --trace on.
    screenshot: 'only-on-failure',
  },
});
