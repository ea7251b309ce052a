import { createHash } from 'node:crypto';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { errorCodeOf } from '../error-code.ts';

/*
 * Most statements take longer to plan than to run. After a few runs of a named statement, a connection can reuse the plan. Repeated
 * statements other than searches get names, but only a limited number of them, because each connection keeps its prepared statements in the
 * database's memory.
 */

const mostNames = 400;
const usesBeforeName = 3;
const rememberedTexts = 2000;

/**
 * A pooler that doesn't keep track of prepared statements lets processes use each other's statements. The digest in each name ensures that
 * a process never runs a different statement than the one it sent.
 */
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * Checks whether a statement searches for a text. The best plan depends on the text, so it is made for each search: rare names are found
 * with the index for searches, but common ones by reading names in order until the page is full.
 */
const isSearch = (text: string) => /\bI?LIKE \$/i.test(text);

/** Assigns names to the statements of all connections in a pool. The same SQL text has the same name on each connection. */
function createNames() {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let given = 0;
  return {
    of: (text: string): string | undefined => {
      const name = names.get(text);
      if (name !== undefined || names.size >= mostNames || isSearch(text)) return name;
      const count = (uses.get(text) ?? 0) + 1;
      // Reset all counts if there are too many. One-off statements, such as those with lists of different lengths, keep adding new counts.
      if (uses.size >= rememberedTexts) uses.clear();
      uses.set(text, count);
      if (count < usesBeforeName) return undefined;
      uses.delete(text);
      given += 1;
      names.set(text, `sandpiper_${digestOf(text)}_${given}`);
      return names.get(text);
    },
    forget: (text: string): void => {
      names.delete(text);
    },
  };
}

/** Checks whether a SQL text is a query. Other texts without values can contain several statements, which can't be prepared together. */
const isQuery = (text: string) => /^\s*select\b/i.test(text);

/**
 * Checks whether an error means that a prepared statement is outdated. After a newer server's migration, connections refuse statements
 * whose result columns have changed.
 */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type';
}

/** Makes the connections of a new pool prepare statements that are run repeatedly. */
export function prepareStatements(pool: pg.Pool): void {
  const names = createNames();
  pool.on('connect', (client) => {
    const query: unknown = client.query.bind(client);
    if (typeof query !== 'function') return;
    Object.assign(client, {
      query: (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
        const isPlain = typeof text === 'string' && Array.isArray(values) && (values.length > 0 || isQuery(text));
        const name = isPlain ? names.of(text) : undefined;
        if (name === undefined || !isPlain) return Reflect.apply(query, client, [text, values, ...rest]);
        const answer: unknown = Reflect.apply(query, client, [{ name, text, values }, ...rest]);
        if (answer instanceof Promise) {
          // Next time, the statement is prepared again under a new name.
          answer.catch((error: unknown) => isOutdated(error) && names.forget(text));
        }
        return answer;
      },
    });
  });
}

const duplicateName = '42P05';

/**
 * Throws if DATABASE_URL leads to a pooler that doesn't keep track of prepared statements. Such a pooler can send the statements of two
 * connections to the same database session, which refuses the second statement with the same name.
 */
export async function requirePreparedStatements(pool: pg.Pool): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()];
  try {
    for (const client of clients) await client.query({ name: 'sandpiper_start', text: 'SELECT' });
  } catch (error) {
    if (errorCodeOf(error) !== duplicateName) throw error;
    throw new OperatorError(
      "The pooler in DATABASE_URL doesn't support prepared statements. Set PREPARED_STATEMENTS=0 for the server, or set max_prepared_statements in PgBouncer to a value above 0.",
    );
  } finally {
    for (const client of clients) client.release();
  }
}
