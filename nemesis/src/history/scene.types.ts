export type SceneCampaign = {
  id: number;
  name: string;
  listId: number;
  text: string;
  allowsRepeat: boolean;
  coolOffMs: number;
};
export type SceneAccount = { id: number; name: string; path: string };

/** A history's accounts, people and campaigns. */
export type Scene = {
  userId: number;
  token: string;
  accounts: SceneAccount[];
  lists: { id: number; people: string[] }[];
  campaigns: SceneCampaign[];
  /** The servers' own daily limit per account. */
  mostPerDay: number;
};

export const noScene: Scene = {
  userId: 0,
  token: '',
  accounts: [],
  lists: [],
  campaigns: [],
  mostPerDay: 0,
};
