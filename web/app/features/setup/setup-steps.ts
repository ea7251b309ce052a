export const stepKeys = ['computer', 'account', 'list', 'template', 'start'] as const;
export type StepKey = (typeof stepKeys)[number];
export type StepState = 'done' | 'todo' | 'unknown';
export type Step = { key: StepKey; state: StepState };

/** Null or undefined for what couldn't be loaded. */
export type SetupFacts = {
  isOnline: boolean | null;
  accounts: number | undefined;
  /** Lists with people on them. */
  filledLists: number | undefined;
  templates: number | undefined;
  /** Messages sent in all campaigns. */
  sent: number | undefined;
};

function stateOf(isDone: boolean | null | undefined): StepState {
  return typeof isDone === 'boolean' ? (isDone ? 'done' : 'todo') : 'unknown';
}

const some = (count: number | undefined) => (count === undefined ? undefined : count > 0);

/** What there is decides what is done. After the first message everything was, whatever has been deleted since. */
export function setupSteps({ isOnline, accounts, filledLists, templates, sent }: SetupFacts): Step[] {
  const hasSent = some(sent);
  const done: Record<StepKey, boolean | null | undefined> = {
    computer: isOnline,
    account: some(accounts),
    list: some(filledLists),
    template: some(templates),
    start: hasSent,
  };
  return stepKeys.map((key) => ({ key, state: stateOf(hasSent === true || done[key]) }));
}

export function isSetupFinished(steps: readonly Step[]): boolean {
  return steps.every(({ state }) => state === 'done');
}

const unfinished = ['running', 'paused', 'pending'] as const;
type Unfinished = (typeof unfinished)[number];

/** The campaign that leads to the first message: one that is under way before one that waits for its start. */
export function campaignToStart<Campaign extends { status: string }>(campaigns: readonly Campaign[]) {
  for (const status of unfinished) {
    const found = campaigns.find(
      (campaign): campaign is Campaign & { status: Unfinished } => campaign.status === status,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
