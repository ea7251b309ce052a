import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../../world/world.ts';
import { breakConnection } from '../connection.ts';
import { Refusal, signedIn, threadOf } from './access.ts';
import { sendNames } from './chat.view.ts';
import { answerOf } from './send-answer.ts';
import { sendMessage } from './send.ts';
import type { Sendings } from './sendings.ts';
import { threadDetail } from './thread-detail.ts';

const form = z.object({ fb_api_req_friendly_name: z.string(), variables: z.string() });
const detailVariables = z.object({ thread_fbid: z.string() });
/** The variables of the operation that sends a message. Instagram's web client wraps the text in an object to keep it out of logs. */
const sendVariables = z.object({
  ig_thread_igid: z.string(),
  offline_threading_id: z.string(),
  text: z.union([z.string().min(1), z.object({ sensitive_string_value: z.string().min(1) })]),
});

/** Adds the GraphQL endpoint. By default, its operations have the same names as on the real site. */
export function graphqlRoutes(app: FastifyInstance, world: World, sendings: Sendings): void {
  app.post('/api/graphql', (request, reply) => {
    const { fb_api_req_friendly_name: name, variables } = form.parse(request.body);
    if (name !== request.headers['x-fb-friendly-name'])
      throw new Refusal(400, 'The operation name in the body differs from the one in the x-fb-friendly-name header.');
    if (Object.values<string>(sendNames).includes(name)) return send({ world, sendings, request, reply, variables });
    if (name !== 'IGDThreadDetailQuery') throw new Refusal(400, `Unknown GraphQL operation "${name}".`);
    const { thread_fbid } = detailVariables.parse(JSON.parse(variables));
    const detail = threadDetail(threadOf(world, signedIn(world, request), thread_fbid));
    return reply.type('text/javascript; charset=utf-8').send(JSON.stringify(detail));
  });
}

interface SendCall {
  world: World;
  sendings: Sendings;
  request: FastifyRequest;
  reply: FastifyReply;
  variables: string;
}

async function send({ world, sendings, request, reply, variables }: SendCall): Promise<FastifyReply> {
  const { ig_thread_igid, offline_threading_id: key, text } = sendVariables.parse(JSON.parse(variables));
  const thread = threadOf(world, signedIn(world, request), ig_thread_igid);
  const words = typeof text === 'string' ? text : text.sensitive_string_value;
  const { page, verdict } = sendMessage(world, { thread, key, text: words });
  const answer = answerOf(world, thread, verdict);
  sendings.settle(key, page);
  if (answer === 'none') return reply.hijack();
  if (answer === 'lost') {
    breakConnection(request, reply);
    return reply;
  }
  if (answer.afterMs > 0) await wait(answer.afterMs);
  return reply.code(answer.status).type(`${answer.type}; charset=utf-8`).send(answer.body);
}
