import { parseArgs } from 'node:util';
import { measureBulkImport } from './benchmarks/bulk-import.ts';
import { measureListPage } from './benchmarks/list-page.ts';
import { measurePeople } from './benchmarks/people.ts';
import { measureReportParts } from './benchmarks/report-parts.ts';
import { measureScale } from './benchmarks/scale.ts';
import { printJson, printTable } from './report.ts';
import type { Measured } from './report.ts';
import type { Row } from './row.ts';
import { agentRow } from './rows/agent.ts';
import { exportRow } from './rows/export.ts';
import { growthRow } from './rows/growth.ts';
import { heldUpRow } from './rows/held-up.ts';
import { idleRow } from './rows/idle-agent.ts';
import { importRow } from './rows/import.ts';
import { listCallsRow } from './rows/list-calls.ts';
import { memoryRow } from './rows/memory.ts';
import { messagesRow } from './rows/messages.ts';
import { paintRow } from './rows/paint.ts';
import { socketRow } from './rows/socket.ts';
import { startRow } from './rows/start.ts';

/* Measures the complete server, agent and web app in separate processes, and compares each with a yardstick. */

const rows: readonly Row[] = [
  listCallsRow,
  messagesRow,
  idleRow,
  importRow,
  heldUpRow,
  exportRow,
  growthRow,
  memoryRow,
  startRow,
  socketRow,
  agentRow,
  paintRow,
];

/** Measurements that aren't part of the table. They run only when they are named on the command line. */
const studies: Readonly<Record<string, () => Promise<void>>> = {
  'bulk-import': measureBulkImport,
  'list-page': measureListPage,
  people: measurePeople,
  'report-parts': measureReportParts,
  scale: measureScale,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const known = [...rows.map(({ name }) => name), ...Object.keys(studies)];
const unknown = positionals.find((name) => !known.includes(name));

if (values.list) {
  for (const { name, what } of rows) console.log(`${name.padEnd(14)} ${what}`);
  console.log(`${'only by name'.padEnd(14)} ${Object.keys(studies).join(', ')}`);
} else if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". Benchmarks: ${known.join(', ')}.`);
  process.exitCode = 2;
} else if (values.rounds !== undefined && !/^[1-9]\d{0,3}$/.test(values.rounds)) {
  console.error('--rounds must be a number above 0.');
  process.exitCode = 2;
} else {
  const isQuick = values.quick;
  const rounds = values.rounds === undefined ? (isQuick ? 1 : 5) : Number(values.rounds);
  const measured: Measured[] = [];
  const startedAt = performance.now();
  for (const { name, what, measure } of rows) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`Measuring ${name}: ${what}…`);
    measured.push(...(await measure({ isQuick, rounds })).map((line) => ({ ...line, row: name })));
  }
  for (const name of positionals) await studies[name]?.();
  if (measured.length > 0) {
    printTable(measured);
    console.error(`Measured in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
    printJson(measured);
  }
}
