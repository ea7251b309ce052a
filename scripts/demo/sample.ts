/**
 * The people on the demo's list. One of them is not on the sandbox, because real lists always contain a missing person.
 */
export const people = [
  'ada.moreau',
  'bruno_keller',
  'carla.nilsen',
  'deniz.arslan',
  'elif.kaya',
  'femi.okafor',
  'greta_lind',
  'hugo.santos',
  'ines.marchetti',
  'jonas.berg',
  'kira.novak',
  'left.long.ago',
];
export const missing = 'left.long.ago';

/** The two Instagram accounts that send. */
export const accounts = [
  { username: 'shorebird.studio', password: 'imitation-1', profile: 'Shorebird Studio' },
  { username: 'tideline.prints', password: 'imitation-2', profile: 'Tideline Prints' },
];

export const user = { username: 'demo', password: 'demo-sandpiper' };
export const admin = { username: 'admin', password: 'demo-sandpiper' };

export const template = {
  name: 'Autumn invitation',
  content: 'Hi {username}, our autumn prints are out. Shall I send you the catalog?',
};
export const list = { name: 'Workshop guests', description: 'Everyone who came to the workshop in October' };
