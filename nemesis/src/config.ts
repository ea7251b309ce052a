import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The URL of the PostgreSQL server on which histories may create and drop databases. Null if there is none. */
export const postgresUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** The folder for the agents' files: in memory, if this computer has an in-memory folder. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
