import { randomInt } from 'node:crypto';
import { pairingSeconds } from '@sandpiper/contract/limits';
import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { now } from '../../platform/database/expressions.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { networkOf } from '../../platform/http/network.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { agentActor, recordActOf, recordAudit } from '../audit/audit.service.ts';
import type { AuditSource, Requester } from '../audit/audit.service.ts';
import { notifyNewComputer } from '../notices/notices.service.ts';
import { findPagePack } from '../page-pack/page-pack.service.ts';
import {
  answerPairing,
  findOpenPairing,
  insertAgentToken,
  insertPairing,
  lockPairing,
  updatePairing,
} from './agent-tokens.store.ts';

/* Pairs a computer with a user, so that nobody has to copy an agent token. This works like the OAuth device flow (RFC 8628). */

const pollSeconds = 5;
/** Codes contain only consonants, so that they don't spell words. */
const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

type Beginning = { deviceName: string; address: string; baseUrl: string };

export async function beginPairing(app: App, { deviceName, address, baseUrl }: Beginning) {
  const deviceCode = newToken('device');
  const userCode = newUserCode();
  await insertPairing(app.db, {
    device_code_hash: hashToken(deviceCode),
    user_code: userCode,
    device_name: deviceName,
    address,
  });
  const verificationUri = `${baseUrl}/link`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?code=${userCode}`,
    expires_in: pairingSeconds,
    interval: pollSeconds,
  };
}

type PollResult = { token: string } | { refusal: AppError };

/**
 * Answers an agent that polls for approval. After the approval, returns the agent token once and, if the server has a page pack, the public
 * key for verifying it. Otherwise, throws the reason, such as `authorization_pending`.
 */
export async function pollPairing(
  app: App,
  deviceCode: string,
  request: AuditSource,
): Promise<{ token: string; page_pack_key?: string }> {
  const result = await change<PollResult>(app, async (change) => {
    const { transaction } = change;
    const hash = hashToken(deviceCode);
    const pairing = await lockPairing(transaction, hash, pollSeconds - 1);
    if (pairing === undefined || pairing.is_expired || pairing.status === 'used') {
      return { refusal: new AppError('expired_code', 'This code has expired. Start pairing again.') };
    }
    // Refusals are returned instead of thrown, because a rollback would lose `last_polled_at`.
    await updatePairing(transaction, hash, { last_polled_at: now });
    if (pairing.is_hasty) return { refusal: new AppError('slow_down', 'The agent is asking too often.') };
    if (pairing.status === 'denied') return { refusal: new AppError('access_denied', 'The request was denied.') };
    if (pairing.status === 'pending' || pairing.user_id === null) {
      return { refusal: new AppError('authorization_pending', 'The request is waiting for approval.') };
    }
    const token = newToken('agent');
    const { user_id: userId, device_name: name } = pairing;
    const { id } = await insertAgentToken(transaction, { user_id: userId, name, token_hash: hashToken(token) });
    await updatePairing(transaction, hash, { status: 'used' });
    const facts = { subject: `agent token ${id}`, detail: { name } };
    const by = agentActor({ id, name });
    await recordAudit(change, { action: 'agent_token_created', userId, by, request, ...facts });
    await notifyNewComputer(change, userId, { name, address: request.ip });
    return { token };
  });
  if ('refusal' in result) throw result.refusal;
  const pack = await findPagePack(app);
  return pack === null ? result : { ...result, page_pack_key: pack.public_key };
}

/** Returns a pending pairing, and whether the computer is on the same network as the user. `address` is the user's IP address. */
export async function getPairing(app: App, code: string, address: string) {
  const pairing = await findOpenPairing(app.db, readUserCode(code));
  if (pairing === undefined) throw notFound('Code');
  return { ...pairing, is_same_network: networkOf(pairing.address ?? '') === networkOf(address) };
}

type Decision = { code: string; status: 'approved' | 'denied' };

/** Approves or denies the pairing with this code. After an approval, the computer that shows the code can collect a token for the user. */
export async function decidePairing(app: App, by: Requester, { code, status }: Decision): Promise<void> {
  await change(app, async (change) => {
    const name = await answerPairing(change.transaction, readUserCode(code), { status, user_id: by.user.id });
    if (name === undefined) throw notFound('Code');
    const action = status === 'approved' ? 'computer_approved' : 'computer_denied';
    await recordActOf(change, by, { action, subject: `computer ${name}`, detail: { name } });
  });
}

function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Normalizes a code that a user has typed. Accepts lowercase letters and a missing hyphen. */
function readUserCode(code: string): string {
  const letters = code.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
