import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { productName } from '@sandpiper/contract/limits';
import { describeCall, describeSchemas } from './api-components.ts';
import { setValidationTexts } from './validation-texts.ts';

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" height="40"><text x="0" y="28" font-family="sans-serif" font-size="24" fill="#fff">Sandpiper</text></svg>';

/** Removes empty query parameters, so that `?role=&search=` means the same as omitting both. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** Validates requests and responses with the contract's schemas, and publishes the schemas at /api/openapi.json and /api/docs. */
export async function describeApi(http: FastifyInstance, version: string): Promise<void> {
  setValidationTexts();
  http.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validatorCompiler(route);
    if (route.httpPart === 'querystring') return (input: unknown) => validate(withoutEmpty(input));
    // A missing body arrives as null, which wouldn't trigger a schema's default.
    return (input: unknown) => validate(route.httpPart === 'body' ? (input ?? undefined) : input);
  });
  http.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.parse(data)),
  );
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version,
        description:
          'Every failed request returns `{ error, code, requestId }`: `error` is a sentence for the user, and `code` is a stable identifier.',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token that sign-in returns.' },
          agentToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An agent token, created in Settings or by pairing.',
          },
        },
      },
    },
    transform: describeCall,
    transformObject: describeSchemas,
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    logo: { type: 'image/svg+xml', content: mark },
    theme: {
      title: `${productName} API`,
      favicon: [{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark }],
    },
    uiConfig: { docExpansion: 'none', url: '/api/openapi.json' },
  });
}
