/** A PostgreSQL server on which every measurement creates its own database. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** The file to which a recorded server writes its statements. */
export const recordingFile = process.env['RECORDING_FILE'] ?? null;

/** The browser that paints the screens. */
export const chromium = process.env['CHROMIUM'] ?? null;

/** The browser in which the agent sends. */
export const firefox = process.env['FIREFOX'] ?? null;

/** The environment variables that a child process inherits. */
export const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
