import { describe, expect, it } from 'vitest';
import { sampleEntriesShown, sampleStart, sampleStateAt, sampleTotal } from './sample-campaign.ts';

describe('the sample campaign', () => {
  it('counts every person as sent, failed or pending at every step', () => {
    for (let done = 0; done <= sampleTotal; done += 1) {
      const state = sampleStateAt(done);
      expect(state.sent + state.failed).toBe(done);
      expect(state.pending).toBe(sampleTotal - done);
    }
  });

  it('starts just after one account was stopped and another account messaged the person instead', () => {
    const { entries, accounts } = sampleStateAt(sampleStart);
    const blocked = entries.find((entry) => entry.outcome === 'blocked');
    const later = entries.find((entry) => entry.person === blocked?.person && entry.outcome === 'sent');
    expect(blocked).toBeDefined();
    expect(later?.account).not.toBe(blocked?.account);
    expect(accounts.find((account) => account.name === blocked?.account)?.stopped).toBe(true);
  });

  it('sends nothing more from a stopped account', () => {
    const stopped = sampleStateAt(sampleStart).accounts.find((account) => account.stopped)?.name;
    for (let done = sampleStart + sampleEntriesShown; done <= sampleTotal; done += 1) {
      expect(sampleStateAt(done).entries.map((entry) => entry.account)).not.toContain(stopped);
    }
  });

  it('stops at a hundred percent', () => {
    expect(sampleStateAt(sampleTotal)).toMatchObject({ percent: 100, pending: 0, finished: true });
    expect(sampleStateAt(sampleTotal + 5)).toMatchObject({ percent: 100, pending: 0 });
  });
});
