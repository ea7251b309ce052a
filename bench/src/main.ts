import { measureBulkImport } from './benchmarks/bulk-import.ts';
import { measureClaims } from './benchmarks/claims.ts';
import { measureExport } from './benchmarks/export.ts';
import { measureListPage } from './benchmarks/list-page.ts';
import { measurePeople } from './benchmarks/people.ts';

/* Measures a complete server in its own process, over HTTP. Without a name, runs all benchmarks. */

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  'bulk-import': measureBulkImport,
  export: measureExport,
  claims: measureClaims,
  'list-page': measureListPage,
  people: measurePeople,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown === undefined) {
  for (const [name, measure] of Object.entries(benchmarks)) {
    if (names.length === 0 || names.includes(name)) await measure();
  }
} else {
  console.error(
    `There is no benchmark "${unknown}". Benchmarks: ${Object.keys(benchmarks).join(', ')}. Without a name, all of them run.`,
  );
  process.exitCode = 1;
}
