import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { describe, expect, it } from 'vitest';
import { outcomesOf } from './account-request-outcomes.ts';

const request = (changes: Partial<AccountRequest>): AccountRequest => ({
  id: 1,
  profile_id: 1,
  profile_path: '/p/studio',
  profile_name: 'studio',
  request_type: 'open',
  status: 'completed',
  page: null,
  results: null,
  error_message: null,
  created_at: '2026-11-21T09:30:00.000Z',
  ...changes,
});
const failed = (profile_name: string, error_message: string | null, changes: Partial<AccountRequest> = {}) =>
  request({ profile_name, status: 'failed', error_message, ...changes });
const closing = (changes: Partial<AccountRequest>) =>
  request({ profile_id: null, profile_path: '', profile_name: '', request_type: 'close_all', ...changes });

describe('the outcomes of requests that end together', () => {
  it('name all accounts that could not be opened, with the reason they share', () => {
    const reason = 'The agent stopped responding.';
    expect(outcomesOf([failed('studio', reason), failed('bakery', reason)])).toEqual([
      { tone: 'error', text: 'Couldn’t open studio and bakery', detail: reason },
    ]);
  });

  it('name the accounts with each reason if the reasons differ', () => {
    const requests = [failed('studio', 'Firefox is open.'), failed('bakery', 'Firefox is missing.')];
    expect(outcomesOf(requests)).toEqual([
      {
        tone: 'error',
        text: 'Couldn’t open studio and bakery',
        detail: 'studio: Firefox is open. bakery: Firefox is missing.',
      },
    ]);
  });

  it('keep openings, sign-ins and inboxes apart', () => {
    const signIn = { request_type: 'sign_in' as const };
    const detail = 'Instagram asks for a code.';
    const requests = [
      failed('studio', null),
      failed('bakery', 'Firefox is open.', signIn),
      request({ ...signIn, profile_name: 'kite', results: { state: 'signed_in' } }),
      request({ ...signIn, profile_name: 'pier', results: { state: 'needs_user', reason: 'challenge', detail } }),
      request({ profile_name: 'lido', page: 'inbox', results: { page: null } }),
      request({ profile_name: 'dune', page: 'inbox', results: { page: 'inbox' } }),
      request({ profile_name: 'moor', results: null }),
    ];
    expect(outcomesOf(requests).map(({ tone, text, detail: why }) => [tone, text, why])).toEqual([
      ['error', 'Couldn’t open studio', undefined],
      ['error', 'Couldn’t open the sign-in page for bakery', 'Firefox is open.'],
      ['warning', 'lido is open, but its inbox isn’t', expect.stringContaining('can’t open the inbox')],
      ['success', 'Signed in to kite', undefined],
      ['warning', 'Not signed in to pier yet', detail],
    ]);
  });

  it('add up the windows that several computers closed, and list those that stayed open', () => {
    const closed = (count: number, still_open: string[] = []) => closing({ results: { closed: count, still_open } });
    expect(outcomesOf([closed(1), closed(0), closed(2)])).toEqual([{ tone: 'success', text: '3 accounts closed' }]);
    expect(outcomesOf([closed(1, ['studio']), closed(0, ['bakery'])])).toEqual([
      { tone: 'warning', text: '1 account closed', detail: 'Still open: studio, bakery' },
    ]);
    expect(outcomesOf([closed(0), closed(0)])).toEqual([{ tone: 'info', text: 'No account is open' }]);
  });

  it('give each reason why windows could not be closed once', () => {
    const failures = ['No agent.', 'No agent.', 'It stopped.'].map((error_message) =>
      closing({ status: 'failed', error_message }),
    );
    expect(outcomesOf(failures)).toEqual([
      { tone: 'error', text: 'Couldn’t close the windows', detail: 'No agent. It stopped.' },
    ]);
  });
});
