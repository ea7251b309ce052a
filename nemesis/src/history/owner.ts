import { ApiError } from '@sandpiper/contract/client';
import type { HistoryEvent, OwnerAction } from './events.ts';
import { nextOrder, say, strike } from './history.ts';
import type { History } from './history.ts';
import { claimInProgress } from './owner.acting.ts';
import type { Acting } from './owner.acting.ts';
import { changeAccount, moveAccount, openFirefox, pairAgain, release } from './owner.accounts.ts';
import { ownerOf } from './scene.ts';
import type { SceneCampaign } from './scene.types.ts';

/* What the user does in the web app and on the computers. */

type Act = (acting: Acting) => Promise<unknown>;

function campaignOf({ history, which }: Acting): SceneCampaign {
  const campaign = history.scene.campaigns[which % history.scene.campaigns.length];
  if (campaign === undefined) throw new Error('There is no campaign');
  return campaign;
}

function personOf({ history, which }: Acting): string {
  const people = [...new Set(history.scene.lists.flatMap((list) => list.people))].toSorted();
  return people[which % people.length] ?? '';
}

/** Returns the ID of a campaign, preferably a campaign with a claim in progress. */
function campaignWithClaim(acting: Acting): number {
  return claimInProgress(acting)?.campaign_id ?? campaignOf(acting).id;
}

async function forbid(acting: Acting): Promise<void> {
  const { history, api } = acting;
  // Prefer a person with a claim in progress.
  const person = claimInProgress(acting)?.recipient ?? personOf(acting);
  const { in_flight } = await api('POST /api/do-not-contact', { body: { usernames: [person] } });
  const { forbidden } = history.expectations;
  // If the person was already on the do-not-contact list, keep the first entry.
  const known = forbidden.get(person);
  forbidden.set(person, {
    order: known?.order ?? nextOrder(history),
    isInFlight: known?.isInFlight ?? in_flight.includes(person),
  });
}

async function allow(acting: Acting): Promise<void> {
  const person = personOf(acting);
  acting.history.expectations.forbidden.delete(person);
  await acting.api('DELETE /api/do-not-contact/:username', {
    params: { username: person },
    query: { reason: 'Asked' },
  });
}

/** Returns the ID of a recipient, preferably of a person with a claim in progress. */
async function somebodyOnAList(acting: Acting): Promise<number | null> {
  const { history, which } = acting;
  const claim = claimInProgress(acting);
  if (claim !== null) {
    const { rows } = await history.store.pool.query<{ id: number | null }>(
      'SELECT recipient_id AS id FROM deliveries WHERE id = $1',
      [claim.id],
    );
    return rows[0]?.id ?? null;
  }
  const list = history.scene.lists[which % history.scene.lists.length];
  const { rows } = await history.store.pool.query<{ id: number }>(
    'SELECT id FROM recipients WHERE list_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
    [list?.id ?? 0, which % 4],
  );
  return rows[0]?.id ?? null;
}

async function setStatus(acting: Acting): Promise<void> {
  const id = await somebodyOnAList(acting);
  if (id === null) return;
  acting.history.expectations.setByUser.add(id);
  const status = acting.which % 2 === 0 ? 'sent' : 'pending';
  await acting.api('PUT /api/recipients/:id/status', { params: { id }, body: { status } });
}

async function removeRecipient(acting: Acting): Promise<void> {
  const id = await somebodyOnAList(acting);
  if (id !== null) await acting.api('DELETE /api/recipients/:id', { params: { id } });
}

/**
 * Resolves an unknown outcome as a user would: looks for the message in the conversation and tells the server whether it is there. Skips
 * people whose claim may still be in progress.
 */
async function resolveUnknown(acting: Acting): Promise<void> {
  const { history, api } = acting;
  const { id, text } = campaignOf(acting);
  const { people } = await api('GET /api/campaigns/:id/unknown', { params: { id } });
  const busy = history.computers.flatMap(({ run }) => [...(run?.claims.values() ?? [])].map((claim) => claim.id));
  const found = people.find((person) => !busy.includes(person.delivery_id));
  if (found === undefined) return;
  const was_sent = history.world.sends.some(
    (send) => send.person === found.recipient && send.text === text.replace('{username}', found.recipient),
  );
  await api('POST /api/campaigns/:id/unknown/:deliveryId', {
    params: { id, deliveryId: found.delivery_id },
    body: { was_sent },
  });
}

const setCampaign =
  (status: 'paused' | 'running'): Act =>
  (acting) => {
    const id = status === 'paused' ? campaignWithClaim(acting) : campaignOf(acting).id;
    return acting.api('PUT /api/campaigns/:id/status', { params: { id }, body: { status } });
  };

const acts: Record<OwnerAction, Act> = {
  pause: setCampaign('paused'),
  resume: setCampaign('running'),
  stop: (acting) => acting.api('POST /api/campaigns/:id/stop', { params: { id: campaignWithClaim(acting) } }),
  start: (acting) => acting.api('POST /api/campaigns/:id/start', { params: { id: campaignOf(acting).id }, body: {} }),
  delete_campaign: (acting) => acting.api('DELETE /api/campaigns/:id', { params: { id: campaignOf(acting).id } }),
  delete_list: (acting) => acting.api('DELETE /api/lists/:id', { params: { id: campaignOf(acting).listId } }),
  remove_account: changeAccount('DELETE /api/profiles/:id'),
  add_account_again: changeAccount('POST /api/profiles'),
  toggle_account: changeAccount('PUT /api/profiles/:id/toggle'),
  move_account: moveAccount({ isReal: true }),
  move_on_paper: moveAccount({ isReal: false }),
  set_status: setStatus,
  remove_recipient: removeRecipient,
  forbid,
  allow,
  release,
  pair_again: pairAgain,
  resolve_unknown: resolveUnknown,
  open_firefox: openFirefox,
};

/** Performs one of the user's actions. The server may refuse the action. */
export async function act(history: History, event: Extract<HistoryEvent, { kind: 'owner' }>): Promise<void> {
  const { action, which, server, treatment } = event;
  const { atCommit } = treatment;
  if (atCommit !== 'store') strike(history, `${atCommit} at the owner's call`);
  try {
    await acts[action]({ history, api: ownerOf(history, server, treatment), which });
    strike(history, `owner: ${action}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(history, `    refused: ${error.message}`);
  }
}
