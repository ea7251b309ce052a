import type { ReasonCode } from '@sandpiper/contract/reasons';
import type { DeliveryOutcome } from '@sandpiper/contract/delivery-states';

export const user = { username: 'sample', password: 'sample-sandpiper' };

export const accounts = [
  { name: 'Shorebird Studio', username: 'shorebird.studio' },
  { name: 'Tideline Prints', username: 'tideline.prints' },
];

export const templates = {
  invitation: {
    name: 'Autumn invitation',
    content: 'Hi {username}, our autumn prints are out. Shall I send you the catalog?',
  },
  thanks: { name: 'Thank you', content: 'Thank you for coming to the workshop, {username}!' },
};

export const lists = {
  guests: {
    name: 'Workshop guests',
    description: 'Everyone who came to the workshop in October',
    people: [
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
    ],
  },
  collectors: {
    name: 'Collectors',
    description: 'People who bought a print last year',
    people: [
      'lena.ohlsson',
      'marco.ferri',
      'nadia_haddad',
      'oskar.lund',
      'paula.rios',
      'quentin.roy',
      'rosa.almeida',
      'sven_dahl',
      'tara.byrne',
      'umut.demir',
      'vera.kovacs',
      'wout.peeters',
      'xenia.popov',
      'yara.cohen',
      'zoe.martin',
    ],
  },
};

type End = { outcome: DeliveryOutcome; reason?: ReasonCode };

/** The outcomes in the finished campaign, by person. Everyone else got the message. */
export const endsOfFinished: readonly End[] = [
  { outcome: 'sent' },
  { outcome: 'sent' },
  { outcome: 'not_found', reason: 'not_found' },
  { outcome: 'sent' },
  { outcome: 'skipped', reason: 'conversation' },
];
export const sentBeforePause = 6;

export const tickets = [
  {
    subject: 'How do I add a second computer?',
    description: 'I have one at home as well.',
    reply: 'It runs Windows 11.',
  },
  { subject: 'Can I import a CSV file?', description: 'My list has three columns.', reply: null },
];
