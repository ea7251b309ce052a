import pg from 'pg';

const { builtins } = pg.types;
const integerArray = 1016;

function parseIntegers(value: string): number[] {
  return value === '{}' ? [] : value.slice(1, -1).split(',').map(Number);
}

/** Reads whole numbers as numbers, times as ISO 8601 in UTC and days as `yyyy-mm-dd`, ready for JSON. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (value) => value],
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [integerArray, parseIntegers],
]);

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};
