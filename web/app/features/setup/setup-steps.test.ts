import { describe, expect, it } from 'vitest';
import { campaignToStart, isSetupFinished, setupSteps, type SetupFacts } from './setup-steps.ts';

const nothing: SetupFacts = { isOnline: false, accounts: 0, filledLists: 0, templates: 0, sent: 0 };
const statesOf = (facts: SetupFacts) => setupSteps(facts).map(({ state }) => state);

describe('the setup guide’s steps', () => {
  it('are done once the required items exist', () => {
    expect(statesOf(nothing)).toEqual(['todo', 'todo', 'todo', 'todo', 'todo']);
    expect(statesOf({ ...nothing, isOnline: true, filledLists: 2 })).toEqual(['done', 'todo', 'done', 'todo', 'todo']);
  });

  it('aren’t shown as “to do” while their state is unknown', () => {
    const unknown: SetupFacts = {
      isOnline: null,
      accounts: undefined,
      filledLists: undefined,
      templates: 1,
      sent: undefined,
    };
    expect(statesOf(unknown)).toEqual(['unknown', 'unknown', 'unknown', 'done', 'unknown']);
    expect(isSetupFinished(setupSteps(unknown))).toBe(false);
  });

  it('stay done after the first message, no matter what is deleted or switched off', () => {
    expect(isSetupFinished(setupSteps({ ...nothing, sent: 1 }))).toBe(true);
  });
});

describe('the campaign that leads to the first message', () => {
  it('is a running one, or else a paused one, or else a pending one, but never one that has ended', () => {
    const pending = { id: 1, status: 'pending' };
    const running = { id: 2, status: 'running' };
    const paused = { id: 4, status: 'paused' };
    expect(campaignToStart([pending, paused, running])).toBe(running);
    expect(campaignToStart([pending, paused])).toBe(paused);
    expect(campaignToStart([pending])).toBe(pending);
    expect(campaignToStart([{ id: 3, status: 'completed' }])).toBeUndefined();
  });
});
