import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openBareDatabase } from '../../testing/test-database.ts';

const { db, close } = await openBareDatabase();
after(close);

async function readIn(timezone: string, time: string): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT set_config('TimeZone', ${timezone}, true)`.execute(transaction);
    const { rows } = await sql<{ time: string }>`SELECT ${time}::timestamptz AS time`.execute(transaction);
    return rows[0]?.time;
  });
}

describe('a time from the database', () => {
  for (const [time, expected] of [
    ['2026-11-27 10:53:01.123456+00', '2026-11-27T10:53:01.123Z'],
    ['2026-11-27 10:53:01.999999+00', '2026-11-27T10:53:01.999Z'],
    ['2026-11-27 10:53:01.5+00', '2026-11-27T10:53:01.500Z'],
    ['2026-11-27 10:53:01.05+00', '2026-11-27T10:53:01.050Z'],
    ['2026-11-27 10:53:01+00', '2026-11-27T10:53:01.000Z'],
    ['2026-03-29 03:30:00+02', '2026-03-29T01:30:00.000Z'],
  ] as const) {
    it(`is the same in any time zone: ${time}`, async () => {
      for (const timezone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York']) {
        assert.equal(await readIn(timezone, time), expected, timezone);
      }
    });
  }
});
