import type { SwaggerTransformObject } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { namedSchemas } from '@sandpiper/contract/named-schemas';
import { z } from 'zod';

/* Determines how the OpenAPI document presents the contract's schemas. */

for (const [id, schema] of Object.entries(namedSchemas)) {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** Removes what zod adds to JSON schemas but no client needs. */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Only strict objects reject unknown fields. Clients must accept new fields in responses.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

const options = { zodToJsonConfig: { unrepresentable: 'any', override } } as const;
const withEverySchema = createJsonSchemaTransformObject(options);

export const describeCall = createJsonSchemaTransform(options);

/** Keeps only the named schemas that the API calls use, and names each call's request and response schemas. */
export const describeSchemas: SwaggerTransformObject = (input) => {
  const document = withEverySchema(input);
  if (!('components' in document) || document.components?.schemas === undefined) return document;
  const { schemas } = document.components;
  const used = usedSchemas(document.paths, new Map<string, unknown>(Object.entries(schemas)));
  const names = namesWithOneForm(used);
  for (const reference of referencesIn([document.paths, ...used.values()])) {
    reference.$ref = refOf(nameOf(idOf(reference.$ref), names));
  }
  for (const id of Object.keys(schemas)) Reflect.deleteProperty(schemas, id);
  for (const [id, schema] of used) Object.assign(schemas, { [nameOf(id, names)]: schema });
  nameBodies(document, schemas);
  return document;
};

type ApiDocument = Extract<ReturnType<SwaggerTransformObject>, { components?: unknown }>;
const methods = ['get', 'post', 'put', 'delete'] as const;

/** Names JSON request and response schemas after their API call if they have no name yet: `CreateListBody`, `CreateListAnswer`. */
function nameBodies({ paths }: ApiDocument, schemas: object): void {
  const operations = Object.values(paths ?? {}).flatMap((path) => methods.map((method) => path?.[method]));
  for (const operation of operations) {
    const id = operation?.operationId;
    if (operation === undefined || id === undefined) continue;
    const stem = id.charAt(0).toUpperCase() + id.slice(1);
    const answer = operation.responses?.['200'];
    for (const [part, holder] of [
      ['Body', operation.requestBody],
      ['Answer', answer],
    ] as const) {
      if (holder === undefined || '$ref' in holder) continue;
      const content = holder.content?.['application/json'];
      if (content?.schema === undefined || '$ref' in content.schema) continue;
      const name = stem + part;
      if (name in schemas) throw new Error(`Two schemas are called ${name}`);
      Object.assign(schemas, { [name]: content.schema });
      content.schema = { $ref: refOf(name) };
    }
  }
}

const folder = '#/components/schemas/';
const refOf = (id: string) => folder + id;
const idOf = (ref: string) => ref.slice(folder.length);

type Reference = { $ref: string };
const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string';

function referencesIn(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return isReference(value) ? [value] : Object.values(value).flatMap(referencesIn);
}

function usedSchemas<S>(paths: unknown, all: Map<string, S>): Map<string, S> {
  const used = new Map<string, S>();
  const add = (value: unknown) => {
    for (const { $ref } of referencesIn(value)) {
      const id = idOf($ref);
      const schema = all.get(id);
      if (schema === undefined || used.has(id)) continue;
      used.set(id, schema);
      add(schema);
    }
  };
  add(paths);
  return used;
}

/**
 * Returns the names of schemas whose two variants, `Name` for responses and `NameInput` for requests, are identical, or of which only one
 * is used. This is true of most schemas.
 */
function namesWithOneForm(used: Map<string, unknown>): Set<string> {
  let names = new Set(Object.keys(namedSchemas));
  for (;;) {
    const candidates = names;
    // If a schema contains other schemas, its two variants are identical only if the variants of those schemas are.
    const hasOneForm = (name: string) => {
      const [answered, sent] = [used.get(name), used.get(`${name}Input`)];
      return answered === undefined || sent === undefined || formOf(answered, candidates) === formOf(sent, candidates);
    };
    names = new Set([...candidates].filter(hasOneForm));
    if (names.size === candidates.size) return names;
  }
}

function formOf(schema: unknown, names: Set<string>): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? nameOf(idOf(value), names) : value,
  );
}

function nameOf(id: string, names: Set<string>): string {
  const stem = id.replace(/Input$/, '');
  return names.has(stem) ? stem : id;
}
