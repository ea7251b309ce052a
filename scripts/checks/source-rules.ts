import { linesMatching, type Matches } from './sources.ts';
import type { Outcome } from './tools.ts';

const tests = String.raw`\.(test|spec)\.tsx?$|/testing/`;

export const sqlPattern =
  /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|['"`]\s*(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\s/;
export const environmentPattern =
  /\bprocess\s*\.\s*env\b|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"]node:process['"]/;

function outcomeOf({ looked, found }: Matches, rule: string): Outcome {
  if (looked === 0) return { passed: false, output: 'No source files were found.' };
  return { passed: found.length === 0, output: [...found, rule].join('\n') };
}

/** Checks that the server contains SQL only in stores, in the database folder and in tests. */
export function checkSqlPlaces(): Outcome {
  const places = new RegExp(String.raw`\.store\.ts$|^server/src/platform/database/|${tests}`);
  return outcomeOf(linesMatching(sqlPattern, ['server'], places), 'SQL belongs in a *.store.ts file.');
}

/** Checks that programs and the contract read environment variables only in a `config.ts` and in tests. */
export function checkEnvironmentPlaces(): Outcome {
  const places = new RegExp(String.raw`(^|[/.])config\.ts$|${tests}`);
  const folders = ['contract', 'server', 'web', 'agent', 'sandbox'];
  return outcomeOf(linesMatching(environmentPattern, folders, places), 'process.env belongs in a config.ts file.');
}
