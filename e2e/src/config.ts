function given(name: string): string | null {
  const value = process.env[name];
  return value === undefined || value === '' ? null : value;
}

function numberGiven(name: string, usual: number): number {
  const value = given(name);
  return value === null ? usual : Number(value);
}

/** Null: Playwright's own. */
export const chromium = given('CHROMIUM');
/** Null: the agent looks for one. */
export const firefox = given('FIREFOX');
/** A PostgreSQL server on which each stack makes a database of its own; null: embedded. */
export const databaseUrl = given('TEST_DATABASE_URL');

/** How many seeds the random faults are tried with, and how many people each campaign has. */
export const faultSeeds = numberGiven('FAULT_SEEDS', 1);
export const faultPeople = numberGiven('FAULT_PEOPLE', 24);
export const firstFaultSeed = numberGiven('FAULT_FIRST_SEED', 1);

/** Runs every journey on PostgreSQL, not only those that depend on the database most. */
export const isLongRun = given('SANDPIPER_LONG_TESTS') === '1';

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const unwantedVariables = [
  'ADMIN_PASSWORD',
  'ADMIN_USERNAME',
  'DATABASE_URL',
  'DATA_DIR',
  // A window on the tester's own screen would be in their way.
  'DISPLAY',
  // The test runner sets it for its own workers.
  'FORCE_COLOR',
  'HOST',
  'LOG_LEVEL',
  'PORT',
  'PUBLIC_URL',
  'SANDBOX',
  'SANDPIPER_AGENT_TOKEN',
  'SANDPIPER_SERVER',
  'SMTP_URL',
  'TRIAL_DAYS',
  'WAYLAND_DISPLAY',
];

/** The surroundings of a program under test: nothing that a shell set for another run of it. */
export function environmentWith(variables: Record<string, string>): NodeJS.ProcessEnv {
  const env = { ...process.env, ...variables };
  for (const name of unwantedVariables) if (!(name in variables)) delete env[name];
  return env;
}
