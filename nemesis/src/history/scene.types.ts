export type SceneCampaign = { id: number; name: string; listId: number; text: string; allowsRepeat: boolean };
export type SceneAccount = { id: number; name: string; path: string };

/** The accounts, people and campaigns of a history. */
export type Scene = {
  userId: number;
  token: string;
  accounts: SceneAccount[];
  lists: { id: number; people: string[] }[];
  campaigns: SceneCampaign[];
  delayStartMs: number;
};

export const noScene: Scene = { userId: 0, token: '', accounts: [], lists: [], campaigns: [], delayStartMs: 0 };
