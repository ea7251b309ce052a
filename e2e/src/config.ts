function given(name: string): string | null {
  const value = process.env[name];
  return value === undefined || value === '' ? null : value;
}

function numberGiven(name: string, usual: number): number {
  const value = given(name);
  return value === null ? usual : Number(value);
}

/** The path to the Chromium executable. Null to use Playwright's own Chromium. */
export const chromium = given('CHROMIUM');
/** The path to the Firefox executable. Null if the agent should find one. */
export const firefox = given('FIREFOX');
/** The URL of a PostgreSQL server on which each stack creates its own database. Null to use the embedded database. */
export const databaseUrl = given('TEST_DATABASE_URL');

const preparedDataDirVariable = 'SANDPIPER_PREPARED_DATA_DIR';

/** Stores the path to the prepared data folder in the environment, which all workers inherit. */
export function setPreparedDataDir(folder: string): void {
  process.env[preparedDataDirVariable] = folder;
}

/** The path to a data folder with a new embedded database, which each stack copies. Null if none was prepared. */
export const preparedDataDir = given(preparedDataDirVariable);

/** Whether this is the long run, which includes the slowest journeys, larger campaigns and files, and more journeys on PostgreSQL. */
export const isLongRun = given('SANDPIPER_LONG_TESTS') === '1';

/**
 * For the journey with random faults: the number of seeds to run, the number of people in each campaign, and the first seed.
 */
export const faultSeeds = numberGiven('FAULT_SEEDS', 1);
export const faultPeople = numberGiven('FAULT_PEOPLE', isLongRun ? 24 : 16);
export const firstFaultSeed = numberGiven('FAULT_FIRST_SEED', 1);

/** Whether the agent sees Instagram's responses to the page's own requests, and whether these responses are true. */
const answerModes = ['on', 'off', 'lying'] as const;
export type AnswerMode = (typeof answerModes)[number];
export const answerMode: AnswerMode = answerModes.find((mode) => mode === given('FAULT_ANSWERS')) ?? 'on';

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
  // Test windows must not open on the developer's own screen.
  'DISPLAY',
  // The test runner sets this variable for its own workers.
  'FORCE_COLOR',
  'HOST',
  'LOG_LEVEL',
  'PORT',
  'PRIVACY_URL',
  'PUBLIC_URL',
  'SANDBOX',
  'SANDPIPER_AGENT_TOKEN',
  'SANDPIPER_SERVER',
  'SMTP_URL',
  'TERMS_URL',
  'TRIAL_DAYS',
  'WAYLAND_DISPLAY',
];

/** Returns the environment for a program under test. Removes variables that the shell may have set for other purposes. */
export function environmentWith(variables: Record<string, string>): NodeJS.ProcessEnv {
  const env = { ...process.env, ...variables };
  for (const name of unwantedVariables) if (!(name in variables)) delete env[name];
  return env;
}
