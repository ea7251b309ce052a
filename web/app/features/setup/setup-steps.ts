export const stepKeys = ['computer', 'account', 'list', 'template', 'start'] as const;
export type StepKey = (typeof stepKeys)[number];
export type StepState = 'done' | 'todo' | 'unknown';
export type Step = { key: StepKey; state: StepState };

/** The data that determines the steps' states. Null or undefined means unknown. */
export type SetupFacts = {
  isOnline: boolean | null;
  accounts: number | undefined;
  /** The number of lists that contain people. */
  filledLists: number | undefined;
  templates: number | undefined;
  /** The number of messages that have been sent in all campaigns together. */
  sent: number | undefined;
};

function stateOf(isDone: boolean | null | undefined): StepState {
  return typeof isDone === 'boolean' ? (isDone ? 'done' : 'todo') : 'unknown';
}

const some = (count: number | undefined) => (count === undefined ? undefined : count > 0);

/**
 * Returns each step's state. Once a message has been sent, all steps are done, even if an account, list or template was deleted afterward.
 */
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

/** Returns the campaign closest to sending the first message. Prefers running campaigns to paused ones, and paused ones to pending ones. */
export function campaignToStart<Campaign extends { status: string }>(campaigns: readonly Campaign[]) {
  for (const status of unfinished) {
    const found = campaigns.find(
      (campaign): campaign is Campaign & { status: Unfinished } => campaign.status === status,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
