import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accountOf } from '../../world/session.ts';
import type { World } from '../../world/world.ts';
import { languageOf } from '../page-language.ts';
import { sendPlain } from '../page.reply.ts';
import { codePaths, enterCode, nextOf, onetapContent, showCode } from './code.pages.ts';
import { checkpointPaths } from './checkpoint.catalog.ts';
import { answerCheckpoint, showCheckpoint } from './checkpoint.pages.ts';

const typedBody = z.object({ page: z.string(), field: z.string(), text: z.string() });

/** Adds the routes for checkpoints and the pages that ask for a code. Several checkpoints may share a path. */
export function checkpointRoutes(app: FastifyInstance, world: World): void {
  for (const path of new Set([...checkpointPaths(), ...codePaths])) {
    const visit = (request: FastifyRequest, reply: FastifyReply) => ({ request, reply, path });
    app.get(path, (request, reply) => {
      const at = visit(request, reply);
      return showCheckpoint(world, at) ?? showCode(world, at) ?? reply.redirect('/');
    });
    app.post(path, (request, reply) => {
      const at = visit(request, reply);
      return answerCheckpoint(world, at) ?? enterCode(world, at) ?? reply.redirect('/', 303);
    });
  }
  app.get('/accounts/onetap', (request, reply) => {
    const account = accountOf(world, request);
    if (!account) return reply.redirect('/');
    const language = languageOf(world, account);
    const content = onetapContent(language.texts, nextOf(request));
    return sendPlain(reply, { language, view: { kind: 'plain' }, content });
  });
  app.get('/ajax/checkpoint', (request) => ({ checkpoint: accountOf(world, request)?.checkpoint ?? null }));
  app.post('/ajax/typed', (request) => {
    const { page, field, text } = typedBody.parse(request.body);
    world.typed.set(`${page} ${field}`, { page, field, text });
    return {};
  });
}
