import { describe, expect, it } from 'vitest';
import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { requestParts } from '../../testing/browser-profiles-screen.tsx';
import { profileRows } from './profile-rows.ts';

const studio = { name: 'studio', directory_name: 'ab.studio', path: '/p/studio', size_mb: 1, is_default: false };
const spare = { ...studio, name: 'spare', path: '/p/spare' };
const profiles = [studio, spare];

function change(type: 'create' | 'delete', about: Partial<BrowserProfileRequest>): BrowserProfileRequest {
  return { ...requestParts(8), ...about, request_type: type, results: null };
}
const list: BrowserProfileRequest = { ...requestParts(9), request_type: 'list', results: null };
const creating = change('create', { status: 'running', profile_name: 'kite' });
const deleting = change('delete', { status: 'pending', profile_path: spare.path });

const shown = (rows: ReturnType<typeof profileRows>) => rows.map(({ name, state }) => [name, state]);

describe('the rows of Firefox profiles', () => {
  it('begin with the profiles that are being created, and mark those that are being deleted', () => {
    expect(shown(profileRows({ profiles, requests: [creating, deleting], isListing: true }))).toEqual([
      ['kite', 'creating'],
      ['studio', null],
      ['spare', 'deleting'],
    ]);
  });

  it('stay marked until a list shows the outcome, but only while the page waits for a list', () => {
    const done = { ...creating, status: 'completed' as const };
    const kite = ['kite', 'creating'];
    expect(shown(profileRows({ profiles: [], requests: [done], isListing: true }))).toEqual([kite]);
    expect(shown(profileRows({ profiles: [], requests: [done], isListing: false }))).toEqual([]);
    expect(shown(profileRows({ profiles: [], requests: [list, done], isListing: true }))).toEqual([]);
  });

  it('are marked as soon as the user creates, deletes or tests a profile', () => {
    const sending = { creating: 'kite', deleting: studio.path, testing: spare.path };
    expect(shown(profileRows({ profiles, requests: [], isListing: true, sending }))).toEqual([
      ['kite', 'creating'],
      ['studio', 'deleting'],
      ['spare', 'testing'],
    ]);
  });
});
