import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The PostgreSQL server whose databases the histories may make and drop. */
export const postgresUrl = process.env['TEST_DATABASE_URL'] ?? null;

/** Where the agents' files are: in memory, where the computer has such a folder. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
