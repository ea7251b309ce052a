import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reasons } from '@sandpiper/contract/reasons';
import { Failure, main, root } from './bootstrap/project.mjs';

const file = join(root, 'docs', 'agent.md');
const [start, end] = ['<!-- reasons: start -->', '<!-- reasons: end -->'];

const kinds = {
  stop: 'The account is on hold, in every campaign',
  wait: 'The account waits and continues automatically',
  retry: 'Nothing was sent; the agent tries this person again',
  fail: 'The person cannot be messaged',
  skip: 'The person was skipped on purpose',
  unknown: 'Not known: the message may have been sent',
};

type Reason = { text: string; advice: string; hold?: unknown };

function rowOf({ text, advice, hold }: Reason): string {
  const until =
    hold === 'timed'
      ? 'The hold ends after 24 hours, or after 72 hours the second time within 30 days. From the third time on, you have to end it.'
      : '';
  return `| ${text} | ${[advice, until].filter((part) => part !== '').join(' ')} |`;
}

function table(): string {
  return Object.entries(kinds)
    .map(([kind, title]) => {
      const rows = Object.values(reasons).filter((reason) => reason.kind === kind);
      return [`**${title}**`, '', '| what happened | what to do |', '| --- | --- |', ...rows.map(rowOf)].join('\n');
    })
    .join('\n\n');
}

const usage = `Usage: npm run reasons [-- --check]

Updates the table of reasons in docs/agent.md from the contract.

  --check   only report whether the table is up to date`;

await main(async (args) => {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
  const document = readFileSync(file, 'utf8');
  const [before, rest = ''] = document.split(start);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Failure(`${file} has no markers for the table: ${start} … ${end}`);
  const wanted = `${before}${start}\n\n${table()}\n\n${end}${after}`;
  if (!values.check) writeFileSync(file, wanted);
  else if (wanted !== document)
    throw new Failure('The table of reasons in docs/agent.md is out of date. Run: npm run reasons');
}, usage);
