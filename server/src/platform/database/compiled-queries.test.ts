import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/test-database.ts';
import { compileOnce } from './compiled-queries.ts';
import { literal } from './expressions.ts';

const { db, close } = await openTestDatabase();
after(close);

type Wanted = { name: string; least: number | undefined; isShouted: boolean };

function countedQuery() {
  let builds = 0;
  const query = compileOnce((database, { name, least, isShouted }: Wanted) => {
    builds += 1;
    return database
      .selectNoFrom(sql<string>`CASE WHEN ${literal(isShouted)} THEN upper(${name}) ELSE ${name} END`.as('name'))
      .$if(least !== undefined, (found) => found.where(sql<boolean>`length(${name}) >= ${least}`));
  });
  return { query, builds: () => builds };
}

describe('a query that is compiled once', () => {
  it('gets the parameters of each call', async () => {
    const { query, builds } = countedQuery();
    for (const name of ['anna', 'ben']) {
      assert.deepEqual(await query.all(db, { name, least: 2, isShouted: false }), [{ name }]);
    }
    assert.equal(builds(), 1);
  });

  it('is compiled again for another boolean value and for an omitted parameter', async () => {
    const { query, builds } = countedQuery();
    const wanted = { name: 'ben', least: 4, isShouted: true };
    assert.equal(await query.first(db, wanted), undefined);
    assert.deepEqual(await query.first(db, { ...wanted, least: undefined }), { name: 'BEN' });
    assert.deepEqual(await query.first(db, { ...wanted, least: 1, isShouted: false }), { name: 'ben' });
    assert.equal(builds(), 3);
  });

  it('is compiled for each value of a parameter that determines how the query is built', async () => {
    const query = compileOnce(
      (database, { order }: { order: 'asc' | 'desc' }) =>
        database
          .selectFrom(sql<{ name: string }>`(VALUES ('anna'), ('ben'))`.as(sql`names (name)`))
          .select('name')
          .orderBy('name', order),
      ['order'],
    );
    assert.deepEqual(await query.first(db, { order: 'asc' }), { name: 'anna' });
    assert.deepEqual(await query.first(db, { order: 'desc' }), { name: 'ben' });
  });

  it('throws if a row is required but there is none', async () => {
    const { query } = countedQuery();
    await assert.rejects(query.one(db, { name: 'ben', least: 4, isShouted: false }), /returned no row/);
  });
});
