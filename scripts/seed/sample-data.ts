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
    content:
      'Hi {first_name|there}, our autumn prints are out, and we are in {city|your city} in November. Shall I send you the catalog?',
  },
  thanks: { name: 'Thank you', content: 'Thank you for coming to the workshop, {first_name|friend}!' },
};

/** A row of an imported file. */
export type SampleRow = { username: string; first_name: string; city: string };

/** A list, and the file that it was imported from. */
export type SampleList = {
  name: string;
  description: string;
  source: string;
  fileName: string;
  people: readonly SampleRow[];
  /** The file's rows that the import skips. */
  leftOut?: readonly SampleRow[];
};

const row = (username: string, first_name: string, city: string): SampleRow => ({ username, first_name, city });

/** The demo's guests. One guest has no first name and doesn't exist in the sandbox, because most real lists contain such a person. */
export const guests: SampleList = {
  name: 'Workshop guests',
  description: 'Everyone who came to the workshop in October',
  source: 'Guests who wrote down their Instagram name at the workshop',
  fileName: 'workshop-october.csv',
  people: [
    row('ada.moreau', 'Ada', 'Lyon'),
    row('bruno_keller', 'Bruno', 'Basel'),
    row('carla.nilsen', 'Carla', 'Bergen'),
    row('deniz.arslan', 'Deniz', 'Izmir'),
    row('elif.kaya', 'Elif', 'Ankara'),
    row('femi.okafor', 'Femi', 'Lagos'),
    row('greta_lind', 'Greta', 'Malmö'),
    row('hugo.santos', 'Hugo', 'Porto'),
    row('ines.marchetti', 'Ines', 'Turin'),
    row('jonas.berg', 'Jonas', ''),
    row('kira.novak', 'Kira', 'Brno'),
    row('left.long.ago', '', ''),
  ],
};
export const missing = 'left.long.ago';

export const collectors: SampleList = {
  name: 'Collectors',
  description: 'People who bought a print last year',
  source: 'Online shop customers who gave us their Instagram username',
  fileName: 'shop-customers.xlsx',
  people: [
    row('lena.ohlsson', 'Lena', 'Uppsala'),
    row('https://www.instagram.com/marco.ferri/', 'Marco', 'Bologna'),
    row('@nadia_haddad', 'Nadia', 'Beirut'),
    row('oskar.lund', 'Oskar', 'Aarhus'),
    row('paula.rios', 'Paula', 'Sevilla'),
    row('quentin.roy', 'Quentin', 'Nantes'),
    row('rosa.almeida', 'Rosa', 'Braga'),
    row('sven_dahl', 'Sven', 'Göteborg'),
    row('tara.byrne', 'Tara', 'Cork'),
    row('umut.demir', 'Umut', ''),
    row('vera.kovacs', 'Vera', 'Pécs'),
    row('wout.peeters', 'Wout', 'Gent'),
    row('xenia.popov', 'Xenia', 'Varna'),
    row('yara.cohen', 'Yara', 'Haifa'),
    row('zoe.martin', 'Zoé', 'Lille'),
  ],
  leftOut: [
    row('@Lena.Ohlsson', 'Lena', 'Uppsala'),
    row('no Instagram', 'Pietro', 'Parma'),
    row('finn.gale', 'Finn', 'Galway'),
  ],
};

/** People on the do-not-contact list, with reasons. The first person is also in the collectors' file. */
export const doNotContact = [
  { username: 'finn.gale', reason: 'Asked us by email not to write again' },
  { username: 'greta_lind', reason: 'Replied that she has moved away and wants no more messages' },
];

export const notes = [
  {
    username: 'ada.moreau',
    note: 'Wants the large print of the heron. Call back in spring.',
    tags: ['Customer', 'Lyon fair'],
  },
  { username: 'bruno_keller', note: null, tags: ['Customer'] },
  { username: 'femi.okafor', note: 'Writes about printmaking. Offered to review the catalog.', tags: ['Press'] },
  { username: 'lena.ohlsson', note: 'Bought three prints.', tags: ['Customer'] },
  { username: 'zoe.martin', note: null, tags: ['Lyon fair'] },
];

type End = { outcome: DeliveryOutcome; reason?: ReasonCode };

/** The outcomes for the first people in the finished campaign, in order. Everyone after them got the message. */
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
