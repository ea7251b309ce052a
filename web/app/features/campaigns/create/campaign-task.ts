import type { Campaign } from '@sandpiper/contract/campaigns';

/** What the form does: create a campaign, possibly from another one, or change one before its first start. */
export type CampaignTask =
  | { type: 'create' }
  | { type: 'duplicate'; campaign: Campaign }
  | { type: 'edit'; campaign: Campaign };
