import type { CampaignStatus } from '@sandpiper/contract/campaigns';
import type { App } from '../platform/app-context.ts';

/* Campaigns as bare rows, for features that only look at whether there is one. */

type Options = { name?: string; status?: CampaignStatus; message_template_id?: number; list_id?: number };

export function buildCampaignRow(app: App, user: { id: number }, options: Options) {
  const { status = 'pending' } = options;
  return app.db
    .insertInto('campaigns')
    .values({
      user_id: user.id,
      name: 'Spring',
      template_name: 'Hello',
      template_content: 'Hi {username}',
      list_name: 'People',
      started_at: status === 'pending' ? null : new Date(),
      completed_at: status === 'completed' || status === 'failed' ? new Date() : null,
      ...options,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}
