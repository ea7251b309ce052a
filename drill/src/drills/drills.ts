import { connections } from './connections.ts';
import { crowd } from './crowd.ts';
import { databaseRestart } from './database-restart.ts';
import { diskFull } from './disk-full.ts';
import type { Drill } from './drill.ts';
import { frozenServer } from './frozen-server.ts';
import { fuzzDrill } from './fuzz.ts';
import { readOnly } from './read-only.ts';
import { rollingRestart } from './rolling-restart.ts';

export const drills: Readonly<Record<string, Drill>> = {
  'rolling-restart': rollingRestart,
  crowd,
  'database-restart': databaseRestart,
  connections,
  'disk-full': diskFull,
  'read-only': readOnly,
  'frozen-server': frozenServer,
  fuzz: fuzzDrill,
};
