import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { onlyRow } from './only-row.ts';

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
  all: (db: Database, parameters: Parameters) => Promise<Row[]>;
  first: (db: Database, parameters: Parameters) => Promise<Row | undefined>;
  /** Returns the first row. Throws an error if there is none. */
  one: (db: Database, parameters: Parameters) => Promise<Row>;
  /** Runs a query that returns no rows. */
  run: (db: Database, parameters: Parameters) => Promise<void>;
};

type IsShape = (name: string, value: unknown) => boolean;

function withPlaceholders<Parameters extends object>(parameters: Parameters, isShape: IsShape): Parameters;
function withPlaceholders(parameters: object, isShape: IsShape): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, isShape(name, value) ? value : new Placeholder(name)]),
  );
}

function shapeOf(parameters: object, isShape: IsShape): string {
  let shape = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) shape += isShape(name, value) ? `${name}=${String(value)} ` : `${name} `;
  }
  return shape;
}

/**
 * Creates a query that is compiled once for each combination of boolean parameters, omitted parameters and values of the parameters in
 * `shapes`. Parameters in `shapes` must have only a few different values. `build` receives the real values of these parameters and
 * placeholders for all others, and returns a query that was built with Kysely or written in SQL. `build` can use a placeholder as a value
 * in the query, but can't compute with it.
 */
export function compileOnce<Parameters extends object, Row>(
  build: (db: Database, parameters: Parameters) => { compile: (db: Database) => CompiledQuery<Row> },
  shapes: readonly (keyof Parameters & string)[] = [],
): CompiledOnce<Parameters, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const named = new Set<string>(shapes);
  const isShape: IsShape = (name, value) => value === undefined || typeof value === 'boolean' || named.has(name);

  function queryFor(db: Database, parameters: Parameters): CompiledQuery<Row> {
    const shape = shapeOf(parameters, isShape);
    const known = compiled.get(shape);
    if (known !== undefined) return known;
    const query = build(db, withPlaceholders(parameters, isShape)).compile(db);
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
    one: async (db, parameters) => onlyRow(await all(db, parameters)),
    run: async (db, parameters) => {
      await all(db, parameters);
    },
  };
}
