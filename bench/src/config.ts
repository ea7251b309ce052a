/** The URL of the PostgreSQL server on which the benchmarks create their own databases. Null if there is none. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** The path to the file to which a recorded server writes its record. Null if the server isn't recorded. */
export const recordingFile = process.env['RECORDING_FILE'] ?? null;

/** The path to the Chromium executable that renders the screens. Null if CHROMIUM isn't set. */
export const chromium = process.env['CHROMIUM'] ?? null;

/** The path to the Firefox executable that the agent and its yardstick use. Null if FIREFOX isn't set. */
export const firefox = process.env['FIREFOX'] ?? null;

/** The environment variables that a child process inherits. */
export const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
