import type { App } from '../../platform/app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { change } from '../../platform/change.ts';
import { scaledSeconds } from '../../platform/time-scale.ts';
import { onlineSeconds } from '../../platform/access/access.store.ts';
import { areHoursOpen } from '../guard/open-hours.service.ts';
import { offeredVersions } from '../installer/installer.service.ts';
import { agentAwayText, agentRefusedText, agentUpdateText, subscriptionEndingText } from './notice-texts.ts';
import type { NoticeText } from './notice-texts.ts';
import { listEndingSubscriptions, listUsedAgents, listWithoutAgent } from './notice-sweep.store.ts';
import type { UsedAgent, WaitingCampaign } from './notice-sweep.store.ts';
import { writeNotice } from './notices.service.ts';
import { deleteOldNotices } from './notices.store.ts';

/** How long an agent may be offline before its user is notified. A computer restarts in less time than this. */
const awaySeconds = 300;
const endingDays = 3;
const usedWithinDays = 30;

/** Notifies users if no agent is connected during the sending hours of one of their campaigns. */
export async function notifyAgentsAway(app: App): Promise<void> {
  const seconds = Math.max(scaledSeconds(app.config, awaySeconds), onlineSeconds);
  const open = (await listWithoutAgent(app.db, seconds)).filter((row) => isInHours(row, new Date()));
  const notices = [...Map.groupBy(open, (row) => row.user_id)].flatMap(([userId, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const names = [...new Set(rows.map((row) => row.name))];
    const text = agentAwayText({ names, isOutdated: rows.some((row) => row.is_outdated) });
    return [{ userId, ...text, occurrence: first.occurrence }];
  });
  await tellEach(app, notices);
}

function isInHours({ timezone, hours, account_hours }: WaitingCampaign, at: Date): boolean {
  return areHoursOpen({ timezone, all: [account_hours, hours] }, at);
}

export async function notifyEndingSubscriptions(app: App): Promise<void> {
  const ending = await listEndingSubscriptions(app.db, endingDays);
  await tellEach(
    app,
    ending.map(({ user_id: userId, end_date: occurrence }) => ({
      userId,
      ...subscriptionEndingText(occurrence),
      occurrence,
    })),
  );
}

/** Notifies users if the server offers a newer agent than theirs, or refuses theirs because it is too old. */
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
  await tellEach(app, [...refused, ...updates]);
}

const nameOf = ({ name }: UsedAgent) => name;

/** Checks whether a version such as `0.10.0` is newer than another one. A part that isn't a number is treated as 0. */
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

function tellEach(app: App, notices: readonly DueNotice[]): Promise<void> {
  return attemptEach(app, notices, {
    work: ({ userId, ...notice }) => change(app, (change) => writeNotice(change, userId, notice)),
    failure: 'a notice could not be written',
    identify: ({ userId: user }) => ({ user }),
  });
}

export function dropOldNotices(app: App): Promise<void> {
  return deleteOldNotices(app.db);
}
