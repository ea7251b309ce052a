import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { deleteInPieces } from '../../platform/batches.ts';
import { change } from '../../platform/change.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import { accountStatesOf } from '../campaigns/campaign-why.service.ts';
import { areHoursOpen } from '../guard/sending-facts.service.ts';
import { offeredVersions } from '../installer/installer.service.ts';
import { agentAwayText, agentRefusedText, agentUpdateText, subscriptionEndingText } from './notice-texts.ts';
import type { NoticeText } from './notice-texts.ts';
import { listAccountsAway, listEndingSubscriptions, listUsedAgents } from './notice-sweep.store.ts';
import type { UsedAgent, WaitingAccount } from './notice-sweep.store.ts';
import { writeNotice } from './notices.service.ts';
import { deleteSomeOldNotices } from './notices.store.ts';

/** How long an agent may be offline before its user is notified. A computer restarts in less time than this. */
const awaySeconds = 300;
const endingDays = 3;
const usedWithinDays = 30;

/** Notifies users if a computer that their running campaigns need isn't connected during the sending hours of its accounts. */
export async function notifyAgentsAway(app: App): Promise<void> {
  const seconds = Math.max(scaledSeconds(app.config, awaySeconds), onlineSeconds);
  const away = await listAccountsAway(app.db, seconds);
  await attemptEach(app, [...Map.groupBy(away, (row) => row.user_id)], {
    work: async ([userId, rows]) => {
      const open = rows.filter((row) => isInHours(row, new Date()));
      if (open.length > 0) await writeNotices(app, await awayNotices(app, userId, open));
    },
    failure: 'could not check for disconnected computers',
    identify: ([user]) => ({ user }),
  });
}

function isInHours({ timezone, campaign_hours, account_hours }: WaitingAccount, at: Date): boolean {
  return areHoursOpen({ timezone, all: [account_hours, campaign_hours] }, at);
}

/** The reasons why an account is waiting for its computer. */
const awayReasons: ReadonlySet<string | null> = new Set(['no_agent', 'computer_away', 'agent_outdated']);

/** Returns a notice for each computer that an account is waiting for, according to the reasons that the screens show. */
async function awayNotices(app: App, userId: number, rows: readonly WaitingAccount[]): Promise<DueNotice[]> {
  const states = await accountStatesOf(app, userId, [...new Set(rows.map((row) => row.campaign_id))]);
  const waiting = rows.flatMap((row) => {
    const state = states.find((of) => of.row.campaign_id === row.campaign_id && of.row.profile_id === row.profile_id);
    const reason = state?.cause.reason ?? null;
    return awayReasons.has(reason) ? [{ ...row, isOutdated: reason === 'agent_outdated' }] : [];
  });
  return [...Map.groupBy(waiting, (row) => row.computer_id).values()].flatMap((those) => {
    const [first] = those;
    if (first === undefined) return [];
    const campaigns = [...new Set(those.map((row) => row.campaign_name))];
    const isOutdated = those.some((row) => row.isOutdated);
    const text = agentAwayText({ computer: first.computer_name, campaigns, isOutdated });
    return [{ userId, ...text, occurrence: first.occurrence }];
  });
}

export async function notifyEndingSubscriptions(app: App): Promise<void> {
  const ending = await listEndingSubscriptions(app.db, endingDays);
  await writeNotices(
    app,
    ending.map(({ user_id: userId, end_date: occurrence }) => ({
      userId,
      ...subscriptionEndingText(occurrence),
      occurrence,
    })),
  );
}

/** Notifies users if the server offers a newer agent than theirs, or refuses theirs because of its version. */
export async function notifyAgentUpdates(app: App): Promise<void> {
  const offered = await offeredVersions(app);
  const agents = await listUsedAgents(app.db, usedWithinDays);
  const refused = agents
    .filter((agent) => agent.is_refused)
    .map(({ user_id: userId, id, name, version }) => ({
      userId,
      ...agentRefusedText(name),
      occurrence: `refused ${id} ${version}`,
    }));
  const older = agents.flatMap((agent) => {
    const newest = agent.is_refused ? undefined : offered.get(agent.platform);
    return newest !== undefined && isNewer(newest, agent.version) ? [{ ...agent, newest }] : [];
  });
  const updates = [...Map.groupBy(older, (agent) => agent.user_id)].flatMap(([userId, own]) =>
    [...Map.groupBy(own, (agent) => agent.newest)].map(([occurrence, same]) => ({
      userId,
      ...agentUpdateText(occurrence, same.map(nameOf)),
      occurrence,
    })),
  );
  await writeNotices(app, [...refused, ...updates]);
}

const nameOf = ({ name }: UsedAgent) => name;

/** Checks whether a version such as `0.10.0` is newer than another one. A part that doesn't begin with a number is treated as 0. */
function isNewer(version: string, than: string): boolean {
  const numbersOf = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  for (const [index, ourPart] of ours.entries()) {
    const theirPart = theirs[index] ?? 0;
    if (ourPart !== theirPart) return ourPart > theirPart;
  }
  return false;
}

type DueNotice = NoticeText & { userId: number; occurrence: string };

function writeNotices(app: App, notices: readonly DueNotice[]): Promise<void> {
  return attemptEach(app, notices, {
    work: ({ userId, ...notice }) => change(app, (change) => writeNotice(change, userId, notice)),
    failure: 'a notice could not be written',
    identify: ({ userId: user }) => ({ user }),
  });
}

export function deleteOldNotices(app: App): Promise<void> {
  return deleteInPieces(app, (limit) => deleteSomeOldNotices(app.db, limit));
}
