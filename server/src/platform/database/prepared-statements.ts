import type pg from 'pg';

/*
 * Most statements take the database longer to plan than to run. If a statement has a name, a connection plans it only once.
 * Only repeated statements get a name, and only this many, because each connection keeps them in the database's memory.
 */

const mostNames = 400;
const usesBeforeName = 3;
const rememberedTexts = 2000;

/** Creates names for the statements of all connections in a pool. The same text has the same name on each connection. */
function createNames() {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let given = 0;
  return {
    of: (text: string): string | undefined => {
      const name = names.get(text);
      if (name !== undefined || names.size >= mostNames) return name;
      const count = (uses.get(text) ?? 0) + 1;
      // Otherwise, statements with lists of different lengths would pile up.
      if (uses.size >= rememberedTexts) uses.clear();
      uses.set(text, count);
      if (count < usesBeforeName) return undefined;
      uses.delete(text);
      given += 1;
      names.set(text, `sandpiper_${given}`);
      return names.get(text);
    },
    forget: (text: string): void => {
      names.delete(text);
    },
  };
}

/** Checks for a stale plan: after a newer server's migration, a connection refuses statements whose columns have changed. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type';
}

/** Makes the connections of a new pool prepare the statements that they run repeatedly. */
export function prepareStatements(pool: pg.Pool): void {
  const names = createNames();
  pool.on('connect', (client) => {
    const query: unknown = client.query.bind(client);
    if (typeof query !== 'function') return;
    Object.assign(client, {
      query: (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
        const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0;
        const name = isPlain ? names.of(text) : undefined;
        if (name === undefined || !isPlain) return Reflect.apply(query, client, [text, values, ...rest]);
        const answer: unknown = Reflect.apply(query, client, [{ name, text, values }, ...rest]);
        if (answer instanceof Promise) {
          // The next time, the statement is prepared again under a new name.
          answer.catch((error: unknown) => isOutdated(error) && names.forget(text));
        }
        return answer;
      },
    });
  });
}
