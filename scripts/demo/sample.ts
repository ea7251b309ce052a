import { guests } from '../seed/sample-data.ts';

export const people = guests.people.map(({ username }) => username);

export const accounts = [
  { username: 'shorebird.studio', password: 'imitation-1', profile: 'Shorebird Studio' },
  { username: 'tideline.prints', password: 'imitation-2', profile: 'Tideline Prints' },
];

export const user = { username: 'demo', password: 'demo-sandpiper' };
export const admin = { username: 'admin', password: 'demo-sandpiper' };
