import { faultNames, faultScope, type FaultName, type FaultScope } from './fault.catalog.ts';
import { faultDescriptions } from './fault.descriptions.ts';

const titles: Record<FaultScope, string> = {
  attempt: 'Faults that occur at a page load, sign-in, conversation or message:',
  account: 'Faults that affect one account (variants of the site):',
  person: 'Faults that affect one recipient:',
};

function section(scope: FaultScope): string {
  const names = faultNames.filter((name) => faultScope(name) === scope);
  const width = Math.max(...names.map((name) => name.length));
  const line = (name: FaultName): string => `  ${name.padEnd(width)}  ${faultDescriptions[name]}`;
  return [titles[scope], ...names.map(line)].join('\n');
}

/** Returns the list of faults that `--faults` prints. */
export function faultList(): string {
  const note = 'Where a description says (ms), a rule can set that time in milliseconds with "ms".';
  return [section('attempt'), section('account'), section('person'), note].join('\n\n');
}
