import type { PerformanceRow, PerformanceSort } from '@sandpiper/contract/account-performance';
import type { Person } from '../../platform/access/person.ts';
import type { App } from '../../platform/app-context.ts';
import { boundsOf, paginationOf } from '../../platform/http/answers.ts';
import type { PageRequest } from '../../platform/http/answers.ts';
import { localDay } from '../../platform/local-time.ts';
import { refuseMissing } from '../campaigns/campaign-state.service.ts';
import { lateCampaignsOf } from '../campaigns/campaign-why.service.ts';
import { countByDay, hasEverStarted, listNewestCampaigns, getTotals } from './dashboard.store.ts';
import { daysOf, lastDaysOf, timeRangeOf } from './day-range.ts';
import type { DayRange } from './day-range.ts';
import { countAccounts, countSentByDay, listPerformance } from './performance.store.ts';
import type { PerformanceQuery } from './performance.store.ts';

const recentCampaigns = 5;
const lateCampaigns = 100;
const sparklineDays = 14;

type DayUser = Pick<Person, 'id' | 'timezone'>;

/** Returns the user's current date. */
const todayOf = ({ timezone }: DayUser) => localDay(new Date(), timezone ?? 'UTC');

export async function dashboardOf(app: App, user: DayUser, range: DayRange) {
  const { id: userId } = user;
  return {
    stats: await getTotals(app.db, userId, timeRangeOf(range)),
    daily: await countByDay(app.db, userId, daysOf(range, todayOf(user))),
    recentCampaigns: await listNewestCampaigns(app.db, userId, recentCampaigns),
    late_campaigns: await lateCampaignsOf(app, userId, lateCampaigns),
    has_started: await hasEverStarted(app.db, userId),
  };
}

type Query = DayRange & PageRequest & { sort_by: PerformanceSort; search?: string | undefined };

/** Returns a page of accounts, each with its results in a date range across all campaigns. */
export async function pageOfPerformance(app: App, user: DayUser, query: Query) {
  const search = query.search ?? '';
  const asked = { sort: query.sort_by, search, campaignId: null, ...boundsOf(query) };
  const profilePerformance = await performance(app, user, query, asked);
  return { profilePerformance, pagination: paginationOf(query, await countAccounts(app.db, user.id, search)) };
}

/** Returns each account's results in one campaign. */
export async function performanceIn(app: App, user: DayUser, campaignId: number): Promise<PerformanceRow[]> {
  await refuseMissing(app.db, user.id, campaignId);
  return performance(app, user, {}, { sort: 'messages_sent_desc', search: '', campaignId, limit: null, offset: 0 });
}

async function performance(
  app: App,
  user: DayUser,
  range: DayRange,
  asked: Omit<PerformanceQuery, 'range'>,
): Promise<PerformanceRow[]> {
  const rows = await listPerformance(app.db, user.id, { range: timeRangeOf(range), ...asked });
  const days = lastDaysOf(range, sparklineDays, todayOf(user));
  const sent = await countSentByDay(app.db, user.id, {
    profileIds: rows.map((row) => row.profile_id),
    days,
    campaignId: asked.campaignId,
  });
  const byDay = new Map(sent.map((row) => [`${row.profile_id} ${row.date}`, row.sent]));
  return rows.map((row) => ({
    ...row,
    is_active: row.is_active ? 1 : 0,
    daily_sent: days.map((day) => byDay.get(`${row.profile_id} ${day}`) ?? 0),
  }));
}
