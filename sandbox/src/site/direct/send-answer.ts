import type { AnswerFaultName } from '../../faults/fault.catalog.ts';
import { newMessageId } from '../../world/thread.ts';
import type { World } from '../../world/world.ts';
import type { Thread } from '../../world/world.types.ts';
import { languageOf } from '../page-language.ts';
import type { Verdict } from './send.ts';

/** The response to the request that sends a message. */
export interface SendAnswer {
  status: number;
  type: 'text/javascript' | 'text/html';
  body: string;
  afterMs: number;
}

/**
 * Returns the response to a request that sends a message. The response is truthfulAnswer unless a fault makes it false. The formats come from
 * public captures made in 2026. The formats for success and a pending invitation were captured from the web client, and the formats for
 * refusals and sign-out from the private API. Returns `lost` if the connection breaks instead, or `none` if no response ever arrives.
 */
export function answerOf(world: World, thread: Thread, verdict: Verdict): SendAnswer | 'lost' | 'none' {
  const hit = (name: AnswerFaultName) => world.hit(name, thread.account, thread.person);
  if (hit('answer_never')) return 'none';
  const late = hit('answer_late');
  const afterMs = verdict.afterMs + (late ? world.delay(late, 15_000) : 0);
  if (hit('answer_http_error'))
    return { status: 500, type: 'text/html', body: '<!doctype html><title>Error</title>', afterMs };
  if (hit('answer_unknown_form')) return json(200, { payload: { result: 'ok', actions: [] }, lid: '7301' }, afterMs);
  if (verdict.kind !== 'sent' && hit('answer_claims_sent')) return { ...success(newMessageId()), afterMs };
  if (verdict.kind === 'sent' && hit('answer_claims_refused')) {
    return { ...refusal(languageOf(world, thread.account).texts.noRequests), afterMs };
  }
  const answer = truthfulAnswer(verdict);
  return typeof answer === 'string' ? answer : { ...answer, afterMs };
}

function truthfulAnswer({ kind, words, messageId }: Verdict): SendAnswer | 'lost' | 'none' {
  switch (kind) {
    case 'sent':
      return success(messageId);
    case 'refused':
      return refusal(words);
    case 'pending':
      return graphqlError(1545120, 'You can send more messages after your invitation to chat is accepted.');
    case 'limited':
      return graphqlError(1404006, words);
    case 'hurried':
      return json(429, { message: words, require_login: true, igweb_rollout: true, status: 'fail' });
    case 'checkpoint':
      return json(400, {
        message: 'checkpoint_required',
        checkpoint_url: '/challenge/?next=%2F',
        lock: true,
        status: 'fail',
      });
    case 'signed out':
      return json(403, { message: 'login_required', require_login: true, igweb_rollout: true, status: 'fail' });
    case 'failed':
      return graphqlError(1675030, 'A server error occured. Check server logs for details.');
    case 'lost':
    case 'none':
      return kind;
  }
}

function success(messageId: string): SendAnswer {
  const sent = {
    message_id: messageId,
    timestamp_ms: String(Date.now()),
    id: Buffer.from(messageId).toString('base64'),
  };
  const data = { xig_direct_text_send_with_slide_messaging_response: sent };
  return json(200, { data, extensions: { is_final: true }, status: 'ok' });
}

function refusal(words: string): SendAnswer {
  return json(200, { message: words, status: 'fail' });
}

function graphqlError(code: number, words: string): SendAnswer {
  const error = { message: words, severity: 'ERROR', code, summary: words, description_raw: words };
  return json(200, { data: null, errors: [error], extensions: { is_final: true } });
}

function json(status: number, body: object, afterMs = 0): SendAnswer {
  return { status, type: 'text/javascript', body: JSON.stringify(body), afterMs };
}
