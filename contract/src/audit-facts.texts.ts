/* The display text for an audit event's details. Events are kept forever, so the names of their details must not change. */

import { usualRetention } from './limits.ts';

type Value = string | number | boolean | null;

const texts = { yes: 'yes', no: 'no', none: 'none', forever: 'forever', days: (days: Value) => `${days} days` };

/** Display names of details. Names without an entry are shown without `is_` and with spaces instead of underscores. */
const names: Readonly<Record<string, string>> = {
  insta_username: 'Instagram username',
  due_at: 'deletion scheduled for',
  left: 'recovery codes left',
  assigned_to: 'assigned to user ID',
};

/** Details that say how many days data is kept. */
const periods: ReadonlySet<string> = new Set(Object.keys(usualRetention));

/** For these details, returns the text that replaces the name and value, or null if there is nothing worth showing. */
const sentences: Readonly<Record<string, (value: Value) => string | null>> = {
  is_blocked: (value) => (value === true ? 'further attempts are blocked for a while' : null),
  browser: (value) => `with ${value}`,
};

type TimeText = (time: string) => string;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const day = /^(\d{4})-(\d\d)-(\d\d)$/;

function valueText(name: string, value: Value, timeText: TimeText): string {
  if (periods.has(name)) return value === null ? texts.forever : texts.days(value);
  if (value === null || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const text = String(value);
  return time.test(text) ? timeText(text) : text.replace(day, '$3-$2-$1');
}

const nameText = (name: string) => names[name] ?? name.replace(/^is_/, '').replaceAll('_', ' ');

type Known = {
  detail: Readonly<Record<string, Value>>;
  changes: Readonly<Record<string, { from: Value; to: Value }>>;
};

/** Returns an audit event's details and changes, each as a short text. `timeText` formats times. */
export function auditFacts({ detail, changes }: Known, timeText: TimeText): string[] {
  const given = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  const known = given.map(([name, value]) => {
    const sentence = sentences[name];
    return sentence === undefined ? `${nameText(name)}: ${valueText(name, value, timeText)}` : sentence(value);
  });
  return [
    ...known.filter((text) => text !== null),
    ...Object.entries(changes).map(
      ([name, { from, to }]) =>
        `${nameText(name)}: ${valueText(name, from, timeText)} → ${valueText(name, to, timeText)}`,
    ),
  ];
}
