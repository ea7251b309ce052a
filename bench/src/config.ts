/** A PostgreSQL server to measure instead of the embedded database. The benchmarks change its database. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** What a child process may inherit. */
export const inherited = { PATH: process.env['PATH'] ?? '' };
