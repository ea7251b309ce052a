import type { Campaign } from '@sandpiper/contract/campaigns';

/** The form's mode: create a new campaign, copy one, or edit one before its first start. */
export type CampaignTask =
  | { type: 'create' }
  | { type: 'duplicate'; campaign: Campaign }
  | { type: 'edit'; campaign: Campaign };
