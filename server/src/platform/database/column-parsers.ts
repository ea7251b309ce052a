import pg from 'pg';

const { builtins } = pg.types;
const integerArray = 1016;

function parseIntegers(value: string): number[] {
  return value === '{}' ? [] : value.slice(1, -1).split(',').map(Number);
}

/**
 * Parses `bigint` (also in arrays) and `numeric` values as numbers, timestamps as ISO 8601 in UTC, and dates as `yyyy-mm-dd`, ready for
 * JSON.
 */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(builtins.INT8, Number);
columnTypes.setTypeParser(builtins.NUMERIC, Number);
columnTypes.setTypeParser(builtins.DATE, String);
columnTypes.setTypeParser(builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());
columnTypes.setTypeParser(integerArray, parseIntegers);
