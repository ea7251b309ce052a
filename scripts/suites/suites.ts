const minute = 60_000;

/** The tiers of tests. `full` is `npm test`. The others are `npm run test:unit`, `test:browser` and `test:long`. */
export const tiers = ['unit', 'browser', 'full', 'long'] as const;
export type Tier = (typeof tiers)[number];

export type Suite = {
  name: string;
  tiers: readonly Tier[];
  workspace?: string;
  /** The command to run in the workspace's folder. The default is the workspace's `test` script. */
  command?: string;
  env?: Record<string, string>;
  database?: 'embedded' | 'PostgreSQL';
  /** Whether the suite needs Chromium or Firefox. */
  browsers?: boolean;
  /** Whether the suite needs a virtual display for its windows. */
  screen?: boolean;
  /** Whether the suite needs the built web app and server. */
  webApp?: boolean;
  /** Whether the suite needs haproxy. */
  balancer?: boolean;
  /**
   * Whether the suite builds the Windows installer and tests it in Wine. `npm test` does that only if the installer's current
   * sources haven't passed yet, or if the suite is named.
   */
  installer?: boolean;
  timeLimitMs?: number;
  countedAs?: 'checks';
};

const long = { SANDPIPER_LONG_TESTS: '1' };

const installer: Suite = {
  name: 'installer',
  tiers: ['full', 'long'],
  workspace: 'agent',
  command: 'npm run test:installer',
  installer: true,
};

const visibleScreen = process.platform === 'linux';

/**
 * All suites of all tiers, roughly from longest to shortest. Only a few run at a time, so a long suite should not start last.
 * docs/testing.md says what each suite proves.
 */
export const suites: readonly Suite[] = [
  {
    name: 'e2e journeys',
    tiers: ['browser', 'full'],
    workspace: 'e2e',
    command: 'playwright test --project journeys',
    database: 'embedded',
    browsers: true,
    screen: visibleScreen,
    webApp: true,
    timeLimitMs: 45 * minute,
  },
  {
    name: 'e2e random faults',
    tiers: ['browser', 'full'],
    workspace: 'e2e',
    command: 'playwright test --project faults',
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 45 * minute,
  },
  {
    name: 'agent in Firefox, first half',
    tiers: ['browser', 'full'],
    workspace: 'agent',
    command: 'npm run test:browser src/testing/first-half.browser.ts',
    browsers: true,
    timeLimitMs: 50 * minute,
  },
  {
    name: 'agent in Firefox, second half',
    tiers: ['browser', 'full'],
    workspace: 'agent',
    command: 'npm run test:browser src/testing/second-half.browser.ts',
    browsers: true,
    timeLimitMs: 50 * minute,
  },
  {
    name: 'e2e screens',
    tiers: ['browser', 'full'],
    workspace: 'e2e',
    command: 'playwright test --project screens',
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 50 * minute,
  },
  {
    name: 'server',
    tiers: ['full'],
    workspace: 'server',
    command: 'npm run test:postgres',
    database: 'PostgreSQL',
  },
  {
    name: 'server on the embedded database',
    tiers: ['full'],
    workspace: 'server',
    command: 'npm run test:embedded',
    database: 'embedded',
  },
  {
    name: 'server, all on the embedded database',
    tiers: ['long'],
    workspace: 'server',
    database: 'embedded',
  },
  { name: 'checks', tiers: ['full'], command: 'node scripts/check.ts', countedAs: 'checks' },
  {
    name: 'e2e fault seeds',
    tiers: ['long'],
    workspace: 'e2e',
    command: 'playwright test --project faults',
    env: { ...long, FAULT_SEEDS: '31' },
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 15 * 60 * minute,
  },
  {
    name: 'e2e ramp and interruptions',
    tiers: ['long'],
    workspace: 'e2e',
    command: 'playwright test --project journeys ramp interruptions',
    env: long,
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 90 * minute,
  },
  {
    name: 'e2e campaigns on PostgreSQL',
    tiers: ['long'],
    workspace: 'e2e',
    env: long,
    database: 'PostgreSQL',
    browsers: true,
    webApp: true,
    timeLimitMs: 90 * minute,
  },
  {
    name: 'e2e a million rows and the demo',
    tiers: ['long'],
    workspace: 'e2e',
    command: 'playwright test --project screens imports bad-input',
    env: long,
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 60 * minute,
  },
  {
    name: 'agent in every layout',
    tiers: ['long'],
    workspace: 'agent',
    command: 'node --test --test-force-exit "src/**/sending.l*.test.ts" "src/**/page.stops.browser.test.ts"',
    env: long,
    browsers: true,
    timeLimitMs: 90 * minute,
  },
  {
    name: 'e2e on PostgreSQL',
    tiers: ['full'],
    workspace: 'e2e',
    database: 'PostgreSQL',
    browsers: true,
    webApp: true,
    timeLimitMs: 45 * minute,
  },
  {
    name: 'sandbox in Firefox',
    tiers: ['browser', 'full'],
    workspace: 'sandbox',
    command: 'npm run test:browser',
    browsers: true,
  },
  ...(process.platform === 'linux' ? [installer] : []),
  {
    name: 'server, the main parts',
    tiers: ['unit'],
    workspace: 'server',
    command: 'npm run test:unit',
    database: 'embedded',
  },
  { name: 'web', tiers: ['unit', 'full'], workspace: 'web' },
  { name: 'agent package', tiers: ['full'], workspace: 'agent', command: 'npm run test:package', browsers: true },
  {
    name: 'web budget',
    tiers: ['full'],
    workspace: 'web',
    command: 'npm run budget',
    webApp: true,
    countedAs: 'checks',
  },
  { name: 'scripts', tiers: ['full'], command: 'node --test --test-isolation=none "scripts/**/*.test.ts"' },
  {
    name: 'scripts without servers',
    tiers: ['unit'],
    command: 'node --test --test-isolation=none "scripts/**/!(*.system).test.ts"',
  },
  { name: 'agent', tiers: ['unit', 'full'], workspace: 'agent' },
  { name: 'sandbox', tiers: ['unit', 'full'], workspace: 'sandbox' },
  { name: 'nemesis', tiers: ['full'], workspace: 'nemesis' },
  { name: 'nemesis without histories', tiers: ['unit'], workspace: 'nemesis', command: 'npm run test:unit' },
  { name: 'drill', tiers: ['full'], workspace: 'drill', balancer: true },
  { name: 'testkit', tiers: ['unit', 'full'], workspace: 'testkit' },
  { name: 'contract', tiers: ['unit', 'full'], workspace: 'contract' },
];

export const defaultTimeLimitMs = 40 * minute;

/** Returns a tier's suites whose names begin with one of these words. Without words, returns all suites of the tier. */
export function chooseSuites(words: readonly string[], tier: Tier = 'full'): Suite[] {
  const ofTier = suites.filter((suite) => suite.tiers.includes(tier));
  return words.length === 0 ? ofTier : ofTier.filter((suite) => words.some((word) => suite.name.startsWith(word)));
}
