import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The PostgreSQL server on which histories may create and drop databases. */
export const postgresUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** The folder for the agents' files: in memory, if the computer has such a folder. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
