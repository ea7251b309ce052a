import type { App } from '../platform/app-context.ts';
import { buildAccount, buildList, buildUser } from './builders.ts';
import type { TestUser } from './builders.ts';
import { buildCampaignRow } from './campaign-rows.ts';

type Entry = {
  action: 'message_sent' | 'message_failed' | 'message_unknown' | 'profile_blocked';
  account: { id: number; profile_name: string };
  at: string;
};

type Target = { user: TestUser; campaign: { id: number } };

/** Writes a campaign's log and counters as if messages had been sent. */
export async function writeHistory(app: App, { user, campaign }: Target, entries: Entry[], after = 1): Promise<void> {
  let seq = after;
  for (const { action, account, at } of entries) {
    seq += 1;
    await app.db
      .insertInto('campaign_logs')
      .values({
        user_id: user.id,
        campaign_id: campaign.id,
        seq,
        action,
        profile_id: account.id,
        profile_name: account.profile_name,
        created_at: at,
      })
      .execute();
  }
  await app.db
    .updateTable('campaigns')
    .set({
      last_log_seq: seq,
      total_sent: entries.filter((entry) => entry.action === 'message_sent').length,
      total_failed: entries.filter((entry) => entry.action === 'message_failed').length,
    })
    .where('id', '=', campaign.id)
    .execute();
}

/** Builds a campaign whose two accounts sent messages, failed or were blocked between March 1 and 3, 2026. */
export async function buildHistory(app: App) {
  const user = await buildUser(app);
  const [first, second] = [await buildAccount(app, user), await buildAccount(app, user)];
  await buildList(app, user, { recipients: ['a', 'b', 'c', 'd', 'e', 'f'] });
  const campaign = await buildCampaignRow(app, user, { status: 'running', total_list: 6, accounts: [first, second] });
  await writeHistory(app, { user, campaign }, [
    { action: 'message_sent', account: first, at: '2026-03-01T10:00:00Z' },
    { action: 'message_sent', account: first, at: '2026-03-01T12:00:00Z' },
    { action: 'message_failed', account: first, at: '2026-03-02T23:59:59Z' },
    { action: 'message_sent', account: second, at: '2026-03-03T00:00:00Z' },
    { action: 'profile_blocked', account: second, at: '2026-03-03T00:30:00Z' },
  ]);
  return { user, campaign, first, second };
}
