/** What the agent has tried on a profile so far. Times are from `performance.now()`. */
export type ProfileTries = {
  clicks: number;
  clickedAt: number;
  menuAt: number;
  withoutButtonSince: number;
  emptySince: number;
  nameless: number;
  straySince: number;
  coveredSince: number;
  escapes: number;
};

/**
 * How an attempt to open a conversation from a profile ended. `open`: the conversation is open. `search`: only the new-message
 * dialog is left to try. `empty`: the page stayed empty. `unclear`: the page doesn't show which account is signed in. `missing`:
 * the page says that the person doesn't exist. `stray`: the page isn't the profile, or something covers it. `other_chat`: "Message"
 * opened someone else's conversation. The agent makes up to three attempts. `open`, `search`, and a second `missing` or `stray`
 * end the attempts. A second `other_chat` leads to the new-message dialog.
 */
export type ProfileEnd = 'open' | 'search' | 'empty' | 'unclear' | 'missing' | 'stray' | 'other_chat';

/** How long the agent waits for a click to take effect. */
export const clickPauseMs = 4000;

/** Counts a click that should open the conversation. */
export function countClick(tries: ProfileTries): void {
  Object.assign(tries, { clicks: tries.clicks + 1, clickedAt: performance.now() });
}

export function noTriesYet(): ProfileTries {
  return {
    clicks: 0,
    clickedAt: -clickPauseMs,
    menuAt: 0,
    withoutButtonSince: 0,
    emptySince: 0,
    nameless: 0,
    straySince: 0,
    coveredSince: 0,
    escapes: 0,
  };
}
