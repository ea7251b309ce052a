import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '@sandpiper/contract/api';
import type { Endpoint } from '@sandpiper/contract/endpoint';
import { errorStatus } from '@sandpiper/contract/errors';
import { namedSchemas } from '@sandpiper/contract/named-schemas';
import { operationIds } from '@sandpiper/contract/operation-ids';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { testServer } from '../../testing/test-server.ts';

/* Describes the parts of OpenAPI 3.1 that our document uses. Before the document uses another part, add that part here. */

const jsonTypes = z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const jsonSchema: z.ZodType = z.lazy(() =>
  z.strictObject({
    $ref: z.string().startsWith('#/components/schemas/').optional(),
    type: z.union([jsonTypes, z.array(jsonTypes)]).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    propertyNames: jsonSchema.optional(),
    items: jsonSchema.optional(),
    anyOf: z.array(jsonSchema).min(1).optional(),
    oneOf: z.array(jsonSchema).min(1).optional(),
    allOf: z.array(jsonSchema).min(1).optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    contentEncoding: z.string().optional(),
    pattern: z.string().optional(),
    description: z.string().optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    minItems: z.int().min(0).optional(),
    maxItems: z.int().min(0).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
  }),
);

const content = z.record(z.string().regex(/^\w+\/[\w.+-]+$/), z.strictObject({ schema: jsonSchema }));

const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: jsonSchema,
  description: z.string().optional(),
});

const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string().min(1)).length(1),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.boolean().optional(), content }).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  responses: z.record(
    z.string().regex(/^[1-5](\d\d|XX)$/),
    z.strictObject({ description: z.string(), content: content.optional() }),
  ),
});

const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string().min(1), version: z.string().min(1), description: z.string() }),
  components: z.strictObject({
    schemas: z.record(z.string(), jsonSchema).optional(),
    securitySchemes: z.record(
      z.string().regex(/^[\w.-]+$/),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
  }),
  paths: z.record(
    z.string().regex(/^\/(api\/|unsubscribe$)/),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
});

const errorSchema = z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) });

const server = await testServer();
const reply = await server.send(null, { method: 'GET', url: '/api/openapi.json' });
const parsed = documentSchema.safeParse(reply.json);
const calls: [key: string, endpoint: Endpoint][] = Object.entries(api);

describe('the API’s description', () => {
  it('has the structure of an OpenAPI 3.1 document', () => {
    assert.ok(parsed.success, JSON.stringify(parsed.error?.issues.slice(0, 5), null, 2));
  });

  it('validates against the OpenAPI Initiative’s schema', async () => {
    const { valid, errors } = await new Validator().validate(z.record(z.string(), z.unknown()).parse(reply.json));
    assert.ok(valid, JSON.stringify(errors));
  });

  it('has no broken references', () => {
    const names = new Set(Object.keys(parsed.data?.components.schemas ?? {}));
    const pointers = [...reply.text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    assert.deepEqual(
      pointers.filter((name) => !names.has(name)),
      [],
    );
  });

  it('defines each larger schema only once, under a name', () => {
    assert.ok(parsed.data);
    const { paths, components } = parsed.data;
    const inlined = new Map<string, number>();
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && Object.keys(value.properties ?? {}).length >= 5) {
        const shape = JSON.stringify(value);
        inlined.set(shape, (inlined.get(shape) ?? 0) + 1);
      }
      Object.values(value).forEach(count);
    };
    count(paths);
    count(components.schemas);
    const copies = [...inlined].filter(([, times]) => times > 1).map(([shape]) => shape);
    assert.deepEqual(copies, [], 'Give these shapes a name in contract/src/named-schemas.ts');
  });

  it('gives every object a name, even if it is deeply nested', () => {
    const nameless: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const isNested = path.includes('/');
      if (isNested && 'properties' in value && !('$ref' in value) && !path.endsWith('/properties')) nameless.push(path);
      for (const [key, part] of Object.entries(value)) look(part, `${path}/${key}`);
    };
    for (const [name, schema] of Object.entries(parsed.data?.components.schemas ?? {})) look(schema, name);
    assert.deepEqual(nameless, [], 'Give these shapes a name in contract/src/named-parts.ts');
  });

  it('gives no schema two names, except for schemas that are identical by chance', () => {
    const names = Map.groupBy(Object.entries(parsed.data?.components.schemas ?? {}), ([, schema]) =>
      JSON.stringify(schema),
    );
    const alike = [...names.values()]
      .filter(({ length }) => length > 1)
      .map((same) =>
        same
          .map(([name]) => name)
          .toSorted()
          .join(' '),
      );
    assert.deepEqual(alike.toSorted(), [
      'AddTicketMessageBody OpeningWarning',
      'ConfirmMailAddressAnswer RequestPasswordResetBody SetMailAddressBody',
      'CopyListBody CreateAgentTokenBody TagBody',
      'Reference Tag',
    ]);
  });

  it('contains all named schemas, each used by a call', () => {
    const names = Object.keys(parsed.data?.components.schemas ?? {}).map((name) => name.replace(/Input$/, ''));
    const ofCalls = Object.values(operationIds).flatMap((id) => {
      const stem = id.charAt(0).toUpperCase() + id.slice(1);
      return [`${stem}Body`, `${stem}Answer`];
    });
    const others = names.filter((name) => !ofCalls.includes(name));
    assert.deepEqual([...new Set(others)].toSorted(), Object.keys(namedSchemas).toSorted());
  });

  it('names the body and response of each call', () => {
    const inlined = Object.values(parsed.data?.paths ?? {})
      .flatMap((path) => Object.values(path))
      .flatMap(({ requestBody, responses }) => [requestBody, responses['200']])
      .map((part) => part?.content?.['application/json']?.schema)
      .filter((schema) => schema !== undefined && !JSON.stringify(schema).startsWith('{"$ref"'));
    assert.deepEqual(inlined, []);
  });

  it('allows additional fields in responses, and lists all error codes', () => {
    const { Notice, Error: refusal } = z
      .object({ components: z.object({ schemas: z.object({ Notice: z.looseObject({}), Error: errorSchema }) }) })
      .parse(reply.json).components.schemas;
    assert.ok('properties' in Notice && !('additionalProperties' in Notice));
    assert.deepEqual(refusal.properties.code.enum, Object.keys(errorStatus));
  });

  for (const [key, endpoint] of calls) {
    it(`has ${key} with its parameters, body, response and access`, () => {
      assert.ok(parsed.data);
      const { paths, components } = parsed.data;
      const [method = '', path = ''] = key.split(' ');
      const described = new Map(Object.entries(paths[path.replace(/:(\w+)/g, '{$1}')] ?? {})).get(method.toLowerCase());
      assert.ok(described, 'the call is missing');
      assert.equal(described.operationId, new Map(Object.entries(operationIds)).get(key));
      const named = (place: string) =>
        (described.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
      assert.deepEqual(named('path'), Object.keys(endpoint.params?.shape ?? {}));
      assert.deepEqual(named('query'), Object.keys(endpoint.query?.shape ?? {}));
      assert.ok((described.parameters ?? []).every((one) => one.in !== 'path' || one.required));
      assert.equal(described.requestBody !== undefined, endpoint.body !== undefined);
      const media = 'file' in endpoint.response ? endpoint.response.file : 'application/json';
      assert.deepEqual(Object.keys(described.responses['200']?.content ?? {}), [media].flat());
      assert.deepEqual(Object.keys(described.responses['4XX']?.content ?? {}), ['application/json']);
      const schemes = (described.security ?? []).flatMap((one) => Object.keys(one));
      assert.equal(schemes.length, endpoint.access === 'public' ? 0 : 1);
      assert.ok(schemes.every((name) => Object.hasOwn(components.securitySchemes, name)));
    });
  }
});
