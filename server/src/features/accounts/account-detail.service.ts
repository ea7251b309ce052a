import { allowedOnDay } from '@sandpiper/contract/account-limits';
import type { AccountDetail, RefusalCount } from '@sandpiper/contract/account-detail';
import type { Account } from '@sandpiper/contract/accounts';
import { isReasonCode, reasonOf } from '@sandpiper/contract/reasons';
import { Temporal } from 'temporal-polyfill';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Config } from '../../platform/config.ts';
import type { AccountKey } from '../../platform/database/keys.ts';
import { oneDay } from '../../platform/time-scale.ts';
import { listDays, listFailures } from '../guard/account-counts.service.ts';
import { budgetOf, dayOf, limitOf } from '../guard/account-limits.service.ts';
import { nextSendOf } from '../sending/next-send.service.ts';
import { countHoldsByReason, findLimited, listCampaignsOf, listHolds } from './account-detail.store.ts';
import { pastHoldOf } from './account-holds.service.ts';
import { getAccount } from './accounts.service.ts';

const shownDays = 30;
const shownAhead = 14;

type Limited = NonNullable<Awaited<ReturnType<typeof findLimited>>>;

/** Returns an account with its limits, daily results, holds and campaigns, as the account page shows them. */
export async function getAccountDetail(app: App, userId: number, id: number): Promise<AccountDetail> {
  const key = { userId, profileId: id };
  const profile = await getAccount(app, userId, id);
  const limited = await findLimited(app.db, key);
  if (limited === undefined) throw notFound('Account');
  const at = new Date(limited.at);
  const { date: today } = dayOf(app.config, limited, at);
  return {
    profile,
    ...limitsOf(app, limited, at),
    days: await lastDays(app, key, { today, shownToday: shownDay(app.config, limited, at) }),
    refusals: refusalsOf([
      ...(await countHoldsByReason(app.db, key, shownDays * oneDay(app.config))),
      ...(await listFailures(app.db, key, firstDay(today).toString())),
    ]),
    holds: (await listHolds(app.db, key)).map(pastHoldOf),
    next: await nextOf(app, userId, profile),
    campaigns: await listCampaignsOf(app.db, key),
  };
}

/**
 * Returns how many messages an account may send today. While the ramp is still raising the limit day by day, also returns how many the
 * account may send on each of its next sending days, up to 14.
 */
function limitsOf({ config }: App, limited: Limited, at: Date): Pick<AccountDetail, 'today' | 'ramp_ahead'> {
  const limit = limitOf(limited);
  const { used, rampDay, endsAt } = budgetOf(config, limited, at);
  const ceiling = config.maxPerAccountPerDay;
  const top = Math.min(limit.daily_limit ?? ceiling, ceiling);
  const allowed = (day: number) => Math.min(allowedOnDay(limit, day) ?? ceiling, top);
  const ahead: number[] = [];
  for (let day = rampDay; allowed(day) < top && ahead.length < shownAhead; day += 1) ahead.push(allowed(day + 1));
  return {
    today: {
      date: shownDay(config, limited, at),
      used,
      allowed: allowed(rampDay),
      ends_at: endsAt.toISOString(),
      ramp_day: rampDay,
    },
    ramp_ahead: ahead,
  };
}

/**
 * Returns the date to show for an account's current day. In sandbox mode, days are so short that the account's own dates run far ahead of
 * the calendar, so the real date is shown instead.
 */
function shownDay(config: Config, limited: Limited, at: Date): string {
  return config.sandbox ? at.toISOString().slice(0, 10) : dayOf(config, limited, at).date;
}

function firstDay(today: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(today).subtract({ days: shownDays - 1 });
}

async function lastDays(
  app: App,
  key: AccountKey,
  { today, shownToday }: { today: string; shownToday: string },
): Promise<AccountDetail['days']> {
  const first = firstDay(today);
  const dates = Array.from({ length: shownDays }, (_, days) => first.add({ days }).toString());
  const known = new Map((await listDays(app.db, key, dates[0] ?? today)).map(({ day, ...counts }) => [day, counts]));
  const none = { sent: 0, failed: 0, refused: 0, held: 0 };
  const shownFirst = firstDay(shownToday);
  return dates.map((date, days) => ({ date: shownFirst.add({ days }).toString(), ...(known.get(date) ?? none) }));
}

type ReasonCount = { reason: string; count: number; last_at: string };

/** Returns counts of holds and failed messages by reason, most frequent first. A hold and a failure never have the same reason. */
function refusalsOf(counts: readonly ReasonCount[]): RefusalCount[] {
  return counts
    .flatMap(({ reason, ...count }) =>
      isReasonCode(reason) ? [{ reason, text: reasonOf(reason).text, ...count }] : [],
    )
    .toSorted((a, b) => b.count - a.count);
}

async function nextOf(app: App, userId: number, account: Account): Promise<AccountDetail['next']> {
  const { id, hold, in_use_by: campaign } = account;
  if (hold !== null) {
    return { state: 'held', reason: hold.reason, text: hold.text, next_due_at: hold.until, campaign };
  }
  if (account.is_active === 0) {
    const { text } = reasonOf('account_inactive');
    return { state: 'idle', reason: 'account_inactive', text, next_due_at: null, campaign };
  }
  if (campaign === null) return { state: 'idle', reason: null, text: null, next_due_at: null, campaign };
  return { ...(await nextSendOf(app, { userId, profileId: id }, campaign.id)), campaign };
}
