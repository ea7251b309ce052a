import { parseArgs } from 'node:util';
import { Failure, main } from '../../scripts/bootstrap/project.mjs';
import type { DrillOptions, Outcome } from './drills/drill.ts';
import { drills } from './drills/drills.ts';

const usage = `Usage: npm run drill [-- names] [options]

Runs several servers behind haproxy with one PostgreSQL server, and breaks something. Everything runs on this computer.
docs/drills.md explains what must not happen. Without names, all drills run, which takes about half an hour.

${Object.entries(drills)
  .map(([name, { about }]) => `  ${name.padEnd(18)}${about}`)
  .join('\n')}

  --servers NUMBER    server processes (default 3)
  --agents NUMBER     agents (default 1000 for crowd, 60 for the others)
  --browsers NUMBER   browsers (default 1000 for crowd, 60 for the others)
  --seconds NUMBER    how long crowd runs (default 300)
  --requests NUMBER   how many requests fuzz sends (default 100000)
  --seed TEXT         seed for the random requests that fuzz sends (default 1)
  --busy              don't fail if calls wait too long for a lock, for machines
                      that are doing other work too`;

const shownFaults = 20;

function numberOf(name: string, value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new Failure(`--${name} must be a whole number from 1 to 9999999.\n\n${usage}`);
}

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      servers: { type: 'string', default: '3' },
      agents: { type: 'string' },
      browsers: { type: 'string' },
      seconds: { type: 'string', default: '300' },
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      busy: { type: 'boolean', default: false },
    },
  });
  const names = positionals.length === 0 ? Object.keys(drills) : positionals;
  const unknown = names.find((name) => !Object.hasOwn(drills, name));
  if (unknown !== undefined) throw new Failure(`There is no drill "${unknown}".\n\n${usage}`);
  const optionsOf = (name: string): DrillOptions => {
    const devices = name === 'crowd' ? '1000' : '60';
    return {
      servers: numberOf('servers', values.servers),
      agents: numberOf('agents', values.agents ?? devices),
      browsers: numberOf('browsers', values.browsers ?? devices),
      seconds: numberOf('seconds', values.seconds),
      requests: numberOf('requests', values.requests),
      seed: values.seed,
      isBusy: values.busy,
    };
  };
  return { names, optionsOf };
}

function print(name: string, { figures, faults }: Outcome): void {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const [what, figure] of figures) console.log(`     ${what.padEnd(58)} ${figure}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`     ! ${fault}`);
  if (faults.length > shownFaults) console.log(`     ! and ${faults.length - shownFaults} more`);
}

await main(async (args) => {
  const { names, optionsOf } = readOptions(args);
  let failed = 0;
  for (const name of names) {
    console.log(`\n…    ${name}: ${drills[name]?.about}`);
    const outcome = await drills[name]?.run(optionsOf(name));
    if (outcome === undefined) continue;
    print(name, outcome);
    if (outcome.faults.length > 0) failed += 1;
  }
  console.log(`\n${names.length - failed} of ${names.length} drills passed`);
  return failed === 0 ? 0 : 1;
}, usage);
