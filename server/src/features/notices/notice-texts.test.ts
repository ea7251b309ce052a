import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { campaignEndedText } from './notice-texts.ts';
import { deletionAskedText } from './user-account-texts.ts';

describe('the notice that a campaign has ended', () => {
  it('does not describe a message with an unknown outcome as failed', () => {
    const { message } = campaignEndedText({
      id: 1,
      name: 'Autumn',
      status: 'completed',
      total_list: 4,
      total_sent: 2,
      total_failed: 2,
      total_unknown: 1,
      total_skipped: 0,
    });
    assert.equal(
      message,
      '2 of 4 people got your message. 1 failed. The outcome is unknown for 1: open the campaign and choose what happened.',
    );
  });
});

describe('the notice that a user account will be deleted', () => {
  it('says the exact time, because the date differs between time zones', () => {
    const { title } = deletionAskedText('2026-12-29T02:05:09.123Z');
    assert.equal(title, 'Your user account will be deleted on 29-12-2026 at 02:05 UTC');
  });
});
