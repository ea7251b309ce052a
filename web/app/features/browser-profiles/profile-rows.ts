import type { BrowserProfile, BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { isUnderWay } from '../../platform/agent-requests.ts';

/** What an agent is doing with a profile. */
export type ProfileState = 'creating' | 'deleting' | 'testing';

/** A row of the table. `profile` is null if the profile is still being created. */
export type ProfileRow = { key: string; name: string; profile: BrowserProfile | null; state: ProfileState | null };

const states = { create: 'creating', delete: 'deleting', test: 'testing' } as const;

type Rows = {
  profiles: readonly BrowserProfile[];
  /** The requests about the computer's profiles, newest first. */
  requests: readonly BrowserProfileRequest[];
  /** Whether the page is waiting for an agent, which may be about to send a new list. */
  isListing: boolean;
  /** What the user has just asked for, if it isn't among the server's requests yet: the new profile's name, or a profile's path. */
  sending?: Partial<Record<ProfileState, string | undefined>>;
};

/**
 * Returns the rows of the table: the profiles that are being created, then all listed profiles. A request that created or deleted a profile
 * counts as unfinished until a list that shows its outcome has arrived, but only while the page is waiting for a list.
 */
export function profileRows({ profiles, requests, isListing, sending = {} }: Rows): ProfileRow[] {
  const listId =
    requests.find(({ request_type, status }) => request_type === 'list' && status === 'completed')?.id ?? 0;
  const open = requests.filter(
    (request) =>
      isUnderWay(request) ||
      (isListing && request.status === 'completed' && request.id > listId && request.request_type !== 'test'),
  );
  const creating = open.flatMap(({ id, request_type, profile_name: name }): ProfileRow[] =>
    request_type === 'create' && name !== null ? [{ key: `new-${id}`, name, profile: null, state: 'creating' }] : [],
  );
  if (sending.creating !== undefined) {
    creating.unshift({ key: 'new', name: sending.creating, profile: null, state: 'creating' });
  }
  const stateOf = (path: string): ProfileState | null => {
    if (path === sending.deleting) return 'deleting';
    if (path === sending.testing) return 'testing';
    const request = open.find(({ profile_path }) => profile_path === path);
    return request === undefined || request.request_type === 'list' ? null : states[request.request_type];
  };
  const listed = profiles.map((profile) => ({
    key: profile.path,
    name: profile.name,
    profile,
    state: stateOf(profile.path),
  }));
  return [...creating, ...listed];
}
