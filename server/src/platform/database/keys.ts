/* Types that identify one row of a user. */

export type CampaignKey = { user_id: number; id: number };
export type DeliveryKey = { user_id: number; id: number };
export type AccountKey = { userId: number; profileId: number };
