import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import type { App } from '../platform/app-context.ts';

/* Builds campaigns as bare rows, for tests that only need a campaign to exist. */

type Options = {
  name?: string;
  status?: CampaignStatus;
  message_template_id?: number;
  template_content?: string;
  list_id?: number;
  total_list?: number;
  total_sent?: number;
  total_failed?: number;
  stopped_by_user?: boolean;
  /** The campaign's accounts. A running campaign reserves them. */
  accounts?: readonly { id: number }[];
};

export async function buildCampaignRow(
  app: App,
  user: { id: number },
  { accounts = [], status = 'pending', ...options }: Options,
) {
  const campaign = await app.db
    .insertInto('campaigns')
    .values({
      user_id: user.id,
      name: 'Spring',
      template_name: 'Hello',
      template_content: 'Hi {username}',
      list_name: 'People',
      started_at: status === 'pending' ? null : new Date(),
      completed_at: status === 'completed' || status === 'failed' ? new Date() : null,
      status,
      ...options,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  for (const { id } of accounts) {
    await app.db
      .insertInto('campaign_profiles')
      .values({ user_id: user.id, campaign_id: campaign.id, profile_id: id, is_running: status === 'running' })
      .execute();
  }
  return campaign;
}
