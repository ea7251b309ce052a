import { defineConfig } from '@playwright/test';
import { browserArguments, chromium, databaseUrl } from './src/config.ts';

/** What depends on the database is all that is worth running again on another one. */
const databaseJourneys = ['main-job', 'interruptions', 'random-faults'].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: './src/journeys',
  // Of its own for each database, for both run side by side.
  outputDir: databaseUrl === null ? './test-results/embedded' : './test-results/postgres',
  ...(databaseUrl === null ? {} : { testMatch: databaseJourneys.map((name) => `**/${name}`) }),
  // Each journey starts a server, an agent and two browsers of its own.
  workers: 1,
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
