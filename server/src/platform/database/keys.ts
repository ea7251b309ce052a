/* Types that identify one row of a user. */

export type OwnKey = { userId: number; id: number };
export type CampaignKey = { user_id: number; id: number };
export type DeliveryKey = { user_id: number; id: number };
export type AccountKey = { userId: number; profileId: number };
export type ListKey = { userId: number; listId: number };
