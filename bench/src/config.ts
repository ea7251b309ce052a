/** The URL of the PostgreSQL server on which every measurement creates its own database. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** The path of the file to which a recorded server writes its statements or calls. */
export const recordingFile = process.env['RECORDING_FILE'] ?? null;

/** The path of the browser that renders the screens. */
export const chromium = process.env['CHROMIUM'] ?? null;

/** The path of the Firefox that the agent uses. */
export const firefox = process.env['FIREFOX'] ?? null;

/** The environment variables that a child process inherits. */
export const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
