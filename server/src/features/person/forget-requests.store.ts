import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';

/* Removes a person's name from the results of requests to agents. */

/** The fields of results that contain text. The other fields contain, for example, paths and the names of accounts. */
const textFields = new Set(['detail', 'error', 'error_message', 'message', 'report']);

type Clean = (text: string) => string;

function cleaned(value: unknown, clean: Clean): unknown {
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    typeof each === 'string' && textFields.has(name) ? clean(each) : cleaned(each, clean),
  ]);
  return Object.fromEntries(fields);
}

/** Replaces the texts in results that match `pattern`, a regular expression, with what `clean` returns for them. */
export async function cleanResults(
  transaction: Transaction,
  userId: number,
  { pattern, clean }: { pattern: string; clean: Clean },
): Promise<void> {
  const { rows } = await sql<{ id: number; results: unknown }>`
    SELECT id, results FROM agent_requests WHERE user_id = ${userId} AND results::text ~* ${pattern}`.execute(
    transaction,
  );
  for (const { id, results } of rows) {
    const stored = JSON.stringify(cleaned(results, clean));
    await sql`UPDATE agent_requests SET results = ${stored}::jsonb WHERE user_id = ${userId} AND id = ${id}`.execute(
      transaction,
    );
  }
}
