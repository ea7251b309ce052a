export const stepKeys = ['computer', 'account', 'list', 'template', 'start'] as const;
export type StepKey = (typeof stepKeys)[number];
export type StepState = 'done' | 'todo' | 'unknown';
export type Step = { key: StepKey; state: StepState };

/** Facts that couldn't be loaded are null or undefined. */
export type SetupFacts = {
  isOnline: boolean | null;
  accounts: number | undefined;
  /** Lists that contain people. */
  filledLists: number | undefined;
  templates: number | undefined;
  /** Messages sent by all campaigns. */
  sent: number | undefined;
};

function stateOf(isDone: boolean | null | undefined): StepState {
  return typeof isDone === 'boolean' ? (isDone ? 'done' : 'todo') : 'unknown';
}

const some = (count: number | undefined) => (count === undefined ? undefined : count > 0);

/** Derives each step's state from what exists. After the first message, all steps are done, whatever has been deleted since. */
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

/** Returns the campaign that leads to the first message. One that has started comes before one that hasn't. */
export function campaignToStart<Campaign extends { status: string }>(campaigns: readonly Campaign[]) {
  for (const status of unfinished) {
    const found = campaigns.find(
      (campaign): campaign is Campaign & { status: Unfinished } => campaign.status === status,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
