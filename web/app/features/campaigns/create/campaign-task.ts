import type { Campaign } from '@sandpiper/contract/campaigns';

/** The form's mode: create a campaign, duplicate a campaign, or edit a campaign before its first start. */
export type CampaignTask =
  | { type: 'create' }
  | { type: 'duplicate'; campaign: Campaign }
  | { type: 'edit'; campaign: Campaign };
