import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/*
 * Building and compiling a query with Kysely takes about 100 µs, which is longer than the driver needs to send it. Queries that run for each
 * message or for each page are therefore compiled once, with placeholders for their parameters.
 */

/** Stands for a parameter in a compiled query. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type CompiledOnce<Parameters extends object, Row> = {
  /** Returns all rows. */
  all: (db: Database, parameters: Parameters) => Promise<Row[]>;
  first: (db: Database, parameters: Parameters) => Promise<Row | undefined>;
  /** Returns the first row. Throws an error if there is none. */
  one: (db: Database, parameters: Parameters) => Promise<Row>;
  /** Runs a query that returns no rows. */
  run: (db: Database, parameters: Parameters) => Promise<void>;
};

/** Booleans and `undefined` decide how a query is built. Other values are only sent along. */
function isSentAlong(value: unknown): boolean {
  return value !== undefined && typeof value !== 'boolean';
}

function withPlaceholders<Parameters extends object>(parameters: Parameters): Parameters;
function withPlaceholders(parameters: object): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, isSentAlong(value) ? new Placeholder(name) : value]),
  );
}

function shapeOf(parameters: object): string {
  let shape = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) shape += isSentAlong(value) ? `${name} ` : `${name}=${String(value)} `;
  }
  return shape;
}

/**
 * Makes a query that is compiled once for each combination of booleans and of parameters that are left out. `build` gets those as they are,
 * and placeholders for all other parameters. It may pass placeholders on as values, but can't compute with them.
 */
export function compileOnce<Parameters extends object, Row>(
  build: (db: Database, parameters: Parameters) => Compilable<Row>,
): CompiledOnce<Parameters, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();

  function queryFor(db: Database, parameters: Parameters): CompiledQuery<Row> {
    const shape = shapeOf(parameters);
    const known = compiled.get(shape);
    if (known !== undefined) return known;
    const query = build(db, withPlaceholders(parameters)).compile();
    compiled.set(shape, query);
    return query;
  }

  async function all(db: Database, parameters: Parameters): Promise<Row[]> {
    const query = queryFor(db, parameters);
    const values = query.parameters.map((value) =>
      value instanceof Placeholder ? Reflect.get(parameters, value.name) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  }

  async function first(db: Database, parameters: Parameters): Promise<Row | undefined> {
    const [row] = await all(db, parameters);
    return row;
  }

  return {
    all,
    first,
    one: async (db, parameters) => {
      const row = await first(db, parameters);
      if (row === undefined) throw new Error('The query returned no row');
      return row;
    },
    run: async (db, parameters) => {
      await all(db, parameters);
    },
  };
}
