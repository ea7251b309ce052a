import type { App } from '../../platform/app-context.ts';
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
  for (const [userId, rows] of Map.groupBy(open, (row) => row.user_id)) {
    const { isOutdated, occurrence } = { isOutdated: rows.some((row) => row.is_outdated), ...rows[0] };
    if (occurrence === undefined) continue;
    const names = [...new Set(rows.map((row) => row.name))];
    await tell(app, userId, { ...agentAwayText({ names, isOutdated }), occurrence });
  }
}

function isInHours({ timezone, hours, account_hours }: WaitingCampaign, at: Date): boolean {
  return areHoursOpen({ timezone, all: [account_hours, hours] }, at);
}

export async function notifyEndingSubscriptions(app: App): Promise<void> {
  for (const { user_id, end_date } of await listEndingSubscriptions(app.db, endingDays)) {
    await tell(app, user_id, { ...subscriptionEndingText(end_date), occurrence: end_date });
  }
}

/** Notifies users if the server offers a newer agent than theirs, or refuses theirs because it is too old. */
export async function notifyAgentUpdates(app: App): Promise<void> {
  const offered = await offeredVersions(app);
  const agents = await listUsedAgents(app.db, usedWithinDays);
  for (const { user_id, id, name, version } of agents.filter((agent) => agent.is_refused)) {
    await tell(app, user_id, { ...agentRefusedText(name), occurrence: `refused ${id} ${version}` });
  }
  const older = agents.flatMap((agent) => {
    const newest = agent.is_refused ? undefined : offered.get(agent.platform);
    return newest !== undefined && isNewer(newest, agent.version) ? [{ ...agent, newest }] : [];
  });
  for (const [userId, own] of Map.groupBy(older, (agent) => agent.user_id)) {
    for (const [newest, same] of Map.groupBy(own, (agent) => agent.newest)) {
      await tell(app, userId, { ...agentUpdateText(newest, same.map(nameOf)), occurrence: newest });
    }
  }
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

async function tell(app: App, userId: number, notice: NoticeText & { occurrence: string }): Promise<void> {
  await change(app, (change) => writeNotice(change, userId, notice));
}

export function dropOldNotices(app: App): Promise<void> {
  return deleteOldNotices(app.db);
}
