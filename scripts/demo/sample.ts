import { guests } from '../seed/sample-data.ts';

/** The usernames of the people on the demo's list. */
export const people = guests.people.map(({ username }) => username);

/** The demo's two Instagram accounts. */
export const accounts = [
  { username: 'shorebird.studio', password: 'imitation-1', profile: 'Shorebird Studio' },
  { username: 'tideline.prints', password: 'imitation-2', profile: 'Tideline Prints' },
];

export const user = { username: 'demo', password: 'demo-sandpiper' };
export const admin = { username: 'admin', password: 'demo-sandpiper' };
