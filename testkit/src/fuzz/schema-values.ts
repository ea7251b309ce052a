import { hostileValues } from '../hostile-input.ts';
import type { Random } from '../random.ts';
import type { ApiDocument, JsonSchema } from './json-schema.ts';
import type { KnownValues } from './known-values.ts';

export type Draw = {
  random: Random;
  known: KnownValues;
  schemas: ApiDocument['components']['schemas'];
  /** The probability that a hostile value replaces a normal one, from 0 to 1. */
  hostility: number;
};

const words = ['anna', 'ben.k', 'cleo_9', 'Spring', 'Hello {username}!', 'ünïcode 🐦', 'a@example.com', 'x'];
const dates = ['2026-01-31', '2026-02-28', '1999-12-31', '2999-01-01', '2026-02-30'];
const times = ['2026-01-31T10:00:00.000Z', '2999-01-01T00:00:00Z', '1970-01-01T00:00:00+14:00'];
const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** The depth at which a schema that contains itself is cut off. No body in the API is nested that deeply. */
const maxDepth = 8;

/**
 * Generates a random value that usually fits the schema or, with the probability `draw.hostility`, a hostile value. `name` is the name of
 * the field or parameter. If the value is an ID, the name determines which kind of record the value identifies.
 */
export function drawValue(draw: Draw, schema: JsonSchema, name: string, depth = 0): unknown {
  const { random, schemas, hostility } = draw;
  if (random.isLucky(hostility)) return random.pick(hostileValues);
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined || depth > maxDepth ? null : drawValue(draw, target, name, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return drawValue(draw, random.pick(choices), name, depth + 1);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => drawValue(draw, part, name, depth + 1)));
  }
  return drawOfType(draw, schema, { name, depth });
}

type Place = { name: string; depth: number };

function drawOfType(draw: Draw, schema: JsonSchema, place: Place): unknown {
  const { random } = draw;
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return drawObject(draw, schema, place);
    case 'array':
      return drawArray(draw, schema, place);
    case 'string':
      return drawText(draw, schema, place);
    case 'integer':
    case 'number':
      return drawNumber(draw, schema, place);
    case 'boolean':
      return random.isLucky(0.5);
    case 'null':
      return null;
    default:
      return random.pick(words);
  }
}

function drawObject(draw: Draw, schema: JsonSchema, { depth }: Place): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) || draw.random.isLucky(0.5)) value[name] = drawValue(draw, property, name, depth + 1);
  }
  if (typeof additionalProperties === 'object') {
    for (let left = draw.random.below(3); left > 0; left -= 1) {
      const name = draw.random.pick(words);
      value[name] = drawValue(draw, additionalProperties, name, depth + 1);
    }
  }
  return value;
}

function drawArray(draw: Draw, { items, minItems = 0 }: JsonSchema, { name, depth }: Place): unknown[] {
  const length = Math.max(minItems, draw.random.below(4));
  return Array.from({ length }, () => (items === undefined ? null : drawValue(draw, items, name, depth + 1)));
}

function drawText({ random, known }: Draw, schema: JsonSchema, { name }: Place): unknown {
  const { format, minLength = 0, maxLength = 40 } = schema;
  if (format === 'date') return random.pick(dates);
  if (format === 'date-time') return random.pick(times);
  if (format === 'uuid') return random.isLucky(0.7) ? (known.pickFor(name) ?? uuid) : uuid;
  const text = random.isLucky(0.05) ? 'y'.repeat(maxLength) : `${random.pick(words)}${random.below(1000)}`;
  return text.padEnd(minLength, 'z').slice(0, Math.max(maxLength, 1));
}

function drawNumber({ random, known }: Draw, schema: JsonSchema, { name }: Place): unknown {
  const { minimum = 0, maximum = minimum + 100 } = schema;
  const id = random.isLucky(0.8) ? known.pickFor(name) : undefined;
  if (typeof id === 'number') return id;
  if (random.isLucky(0.1)) return random.pick([minimum, maximum, maximum + 1, minimum - 1]);
  return random.between(Math.ceil(minimum), Math.floor(Math.min(maximum, minimum + 100)));
}
