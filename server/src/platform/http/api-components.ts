import type { SwaggerTransformObject } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { namedSchemas } from '@sandpiper/contract/named-schemas';
import { z } from 'zod';

/* The form of the contract's schemas in the API's description. */

for (const [id, schema] of Object.entries(namedSchemas)) {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** Leaves out what zod adds and no client needs. */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Only strict objects refuse other fields. Clients have to accept new ones in answers.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
};

const options = { zodToJsonConfig: { unrepresentable: 'any', override } } as const;
const withEverySchema = createJsonSchemaTransformObject(options);

export const describeCall = createJsonSchemaTransform(options);

/** Adds the named schemas that the calls use. */
export const describeSchemas: SwaggerTransformObject = (input) => {
  const document = withEverySchema(input);
  if (!('components' in document)) return document;
  const paths = JSON.stringify(document.paths);
  const all = new Map(Object.entries(document.components?.schemas ?? {}).map(([id, s]) => [id, JSON.stringify(s)]));
  const used = usedSchemas(paths, all);
  const names = namesWithOneForm(used);
  const schemas = Object.fromEntries(
    [...used].map(([id, schema]) => [nameOf(id, names), JSON.parse(withOneForm(schema, names))]),
  );
  return {
    ...document,
    paths: JSON.parse(withOneForm(paths, names)),
    components: { ...document.components, schemas },
  };
};

const references = /(?<="#\/components\/schemas\/)\w+(?=")/g;

function usedSchemas(paths: string, all: Map<string, string>): Map<string, string> {
  const used = new Map<string, string>();
  const add = (json: string) => {
    for (const [id] of json.matchAll(references)) {
      const schema = all.get(id);
      if (schema === undefined || used.has(id)) continue;
      used.set(id, schema);
      add(schema);
    }
  };
  add(paths);
  return used;
}

/** A named schema arrives as `Name` for answers and as `NameInput` for what is sent. Most differ in nothing. */
function namesWithOneForm(used: Map<string, string>): Set<string> {
  let names = new Set(Object.keys(namedSchemas));
  for (;;) {
    const candidates = names;
    // Schemas that contain others are the same only as long as those are.
    const hasOneForm = (name: string) => {
      const [answered, sent] = [used.get(name), used.get(`${name}Input`)];
      return answered === undefined || sent === undefined || withOneForm(sent, candidates) === answered;
    };
    names = new Set([...candidates].filter(hasOneForm));
    if (names.size === candidates.size) return names;
  }
}

function nameOf(id: string, names: Set<string>): string {
  const stem = id.replace(/Input$/, '');
  return names.has(stem) ? stem : id;
}

function withOneForm(json: string, names: Set<string>): string {
  return json.replace(references, (id) => nameOf(id, names));
}
