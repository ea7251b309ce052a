import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { controlRoutes } from './control/control.routes.ts';
import { explainIssues } from './control/issues.ts';
import { directRoutes } from './site/direct/direct.routes.ts';
import { checkpointRoutes } from './site/checkpoints/checkpoint.routes.ts';
import { html } from './site/html.ts';
import { loginRoutes } from './site/login.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { staticRoutes } from './site/static.routes.ts';
import { languageOfVisitor } from './site/page-language.ts';
import { World } from './world/world.ts';

export function buildApp(world = new World()): FastifyInstance {
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: true,
    bodyLimit: 32 * 1024 * 1024,
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, formFields(String(body)));
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ZodError) {
      return reply.code(400).send({ error: `The request is invalid. ${explainIssues(error.issues)}` });
    }
    const status = statusOf(error);
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'Something went wrong.' });
  });
  app.setNotFoundHandler((request, reply) => {
    const { notAvailable } = languageOfVisitor(world, request).texts;
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(
        html`<!doctype html><title>Instagram</title>
          <h2>${notAvailable}</h2>`.markup,
      );
  });
  controlRoutes(app, world);
  app.register(staticRoutes);
  loginRoutes(app, world);
  checkpointRoutes(app, world);
  directRoutes(app, world);
  siteRoutes(app, world);
  return app;
}

/** Parses a form's body into its fields. Renames `verificationCode`, an older name for the code field, to `code`. */
function formFields(body: string): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { verificationCode, ...rest } = fields;
  return verificationCode === undefined ? rest : { ...rest, code: verificationCode };
}

function statusOf(error: unknown): number {
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error;
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500;
}
