/** A PostgreSQL server to measure against instead of the embedded one; its database is used up. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** What a child process may inherit. */
export const inherited = { PATH: process.env['PATH'] ?? '' };
