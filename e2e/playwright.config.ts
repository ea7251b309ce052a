import { defineConfig } from '@playwright/test';
import { browserArguments, chromium, databaseUrl, isLongRun } from './src/config.ts';

/** By default, only the journey that depends most on the database runs on PostgreSQL. The long run adds four others. */
const databaseJourneys = isLongRun
  ? ['main-job', 'interruptions', 'promise', 'random-faults', 'forecast']
  : ['interruptions'];
const onPostgres = { testIgnore: [], testMatch: databaseJourneys.map((name) => `**/${name}.spec.ts`) };

// Each project has its own output folder, because projects can run at the same time.
const outputOf = (project: string): string =>
  `./test-results/${databaseUrl === null ? 'embedded' : 'postgres'}/${project}`;

/**
 * Journeys that only the long run includes on the embedded database. The ramp takes about an hour. The interruptions run on PostgreSQL
 * whenever the tests run.
 */
const onlyInLongRun = isLongRun ? [] : ['**/ramp.spec.ts', '**/interruptions.spec.ts'];

// Journeys with visible windows. They need a virtual display, and the tests can create one only on Linux.
const needScreen = process.platform === 'linux' ? [] : ['**/visible-windows.spec.ts'];

/** This journey takes as long as all the others together, so it has its own project. */
const randomFaults = '**/random-faults.spec.ts';

const journeys = {
  name: 'journeys',
  outputDir: outputOf('journeys'),
  testDir: './src/journeys',
  testIgnore: ['**/screens/**', '**/bad-input.spec.ts', randomFaults, ...needScreen, ...onlyInLongRun],
  // Two journeys run at a time. Each journey starts its own server, agent and browsers, but spends most of its time waiting for a
  // campaign's next message.
  workers: 2,
};

const faults = { name: 'faults', outputDir: outputOf('faults'), testDir: './src/journeys', testMatch: [randomFaults] };

/** Short journeys, most of which cover a single screen. Nearly all of them share the server that their worker process has started. */
const screens = {
  name: 'screens',
  outputDir: outputOf('screens'),
  testDir: './src/journeys',
  testMatch: ['**/screens/*.spec.ts', '**/bad-input.spec.ts'],
  fullyParallel: true,
  workers: 2,
  use: {
    // Compiling the app's code again in each test would take a quarter of the time that opening a page takes.
    reuseContext: true,
  },
};

export default defineConfig({
  globalSetup: './src/prepare-data.ts',
  projects: databaseUrl === null ? [screens, journeys, faults] : [{ ...journeys, ...onPostgres }],
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
    // Animations, such as the indicator of a running campaign, take up a fifth of a journey's CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Traces are off, because they cost a quarter of a journey's CPU time. To get a trace, run the journey with --trace on.
    screenshot: 'only-on-failure',
  },
});
