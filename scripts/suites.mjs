const minute = 60_000;

const installer = {
  name: 'installer',
  command: 'npm run test:installer --workspace agent',
  browsers: true,
  installer: true,
};

/**
 * Everything `npm test` runs. A suite is a workspace's own `test` script, or a command; `database` says on which database its
 * workspace runs, `browsers` that it needs Chromium or Firefox, `screen` that it shows windows on a screen nobody sits at,
 * `webApp` that it needs the built one, `installer` that it makes the Windows installer and tries it in Wine, `waits` that it
 * mostly waits for a campaign's pauses and so runs beside the others. The longest stand first, for two run side by side.
 */
export const suites = [
  { name: 'checks', command: 'node scripts/check.mjs', countedAs: 'checks' },
  {
    name: 'e2e on PostgreSQL',
    workspace: 'e2e',
    database: 'PostgreSQL',
    browsers: true,
    webApp: true,
    waits: true,
    timeLimitMs: 25 * minute,
  },
  {
    name: 'e2e journeys',
    workspace: 'e2e',
    command: 'playwright test --project "one by one"',
    database: 'embedded',
    browsers: true,
    screen: process.platform === 'linux',
    webApp: true,
    waits: true,
    timeLimitMs: 25 * minute,
  },
  {
    name: 'e2e screens',
    workspace: 'e2e',
    command: 'playwright test --project "side by side"',
    database: 'embedded',
    browsers: true,
    webApp: true,
    timeLimitMs: 40 * minute,
  },
  { name: 'agent', workspace: 'agent', browsers: true },
  { name: 'sandbox', workspace: 'sandbox', browsers: true },
  ...(process.platform === 'linux' ? [installer] : []),
  { name: 'server on PostgreSQL', workspace: 'server', database: 'PostgreSQL' },
  { name: 'server', workspace: 'server', database: 'embedded' },
  { name: 'web', workspace: 'web' },
  { name: 'web budget', command: 'npm run budget --workspace web', webApp: true, countedAs: 'checks' },
  { name: 'scripts', command: 'node --test "scripts/**/*.test.mjs"' },
  { name: 'nemesis', workspace: 'nemesis' },
  { name: 'contract', workspace: 'contract' },
];

export const defaultTimeLimitMs = 20 * minute;

/** The suites whose names begin with one of these words; all when there are none. */
export function chooseSuites(words) {
  return words.length === 0 ? suites : suites.filter((suite) => words.some((word) => suite.name.startsWith(word)));
}
