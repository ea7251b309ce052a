import { checkVulnerabilities } from './checks/audit.ts';
import { checkImportsCanary, checkLintCanary, checkPatternCanary, checkTextsCanary } from './checks/canaries.ts';
import { checkDockerfile } from './checks/dockerfile.ts';
import { checkDocumentLinks } from './checks/document-links.ts';
import { checkLicenses } from './checks/licenses.ts';
import { checkLockFile } from './checks/lock-file.ts';
import { checkEnvironmentPlaces, checkSqlPlaces } from './checks/source-rules.ts';
import {
  checkDatabaseTypes,
  checkFormat,
  checkImports,
  checkLintAndTypes,
  checkReasonsTable,
  checkUnusedCode,
  type Outcome,
} from './checks/tools.ts';
import { checkWebTexts } from './checks/web-texts.ts';
import pLimit from 'p-limit';
import { Failure, main } from './bootstrap/project.mjs';

const lanes = 2;

type Check = { name: string; run: () => Outcome | Promise<Outcome> };

const checks: Check[] = [
  { name: 'lint and types', run: checkLintAndTypes },
  { name: 'database types', run: checkDatabaseTypes },
  { name: 'lint finds planted violations', run: checkLintCanary },
  { name: 'format', run: checkFormat },
  { name: 'imports', run: checkImports },
  { name: 'imports check finds planted violations', run: checkImportsCanary },
  { name: 'unused code', run: checkUnusedCode },
  { name: 'SQL only in stores', run: checkSqlPlaces },
  { name: 'environment only in configs', run: checkEnvironmentPlaces },
  { name: 'source rules find planted violations', run: checkPatternCanary },
  { name: 'texts of the web app', run: checkWebTexts },
  { name: 'texts check finds planted violations', run: checkTextsCanary },
  { name: 'lock file', run: checkLockFile },
  { name: 'table of reasons', run: checkReasonsTable },
  { name: 'links between documents', run: checkDocumentLinks },
  { name: 'Dockerfile', run: checkDockerfile },
  { name: 'known vulnerabilities', run: checkVulnerabilities },
  { name: 'licenses', run: checkLicenses },
];

async function runCheck({ name, run }: Check) {
  const startedAt = Date.now();
  const { passed, output, note } = await run();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(38)}${seconds.padStart(6)} s${note === undefined ? '' : `  ${note}`}`,
  );
  return { name, passed, output };
}

const usage = `Usage: npm run check [-- names]

Runs all checks, or only those whose names begin with one of the given words, for example: npm run check -- lint format

Checks: ${checks.map(({ name }) => name).join(', ')}`;

await main(async (words) => {
  const chosen = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
  if (chosen.length === 0) {
    throw new Failure(`There is no check whose name begins with ${words.join(' or ')}.\n\n${usage}`);
  }
  const results = await pLimit(lanes).map(chosen, runCheck);
  const failed = results.filter((result) => !result.passed);
  for (const { name, output } of failed) console.log(`\n===== ${name} =====\n${output.trimEnd()}`);
  console.log(`\n${results.length - failed.length} of ${results.length} checks passed`);
  return failed.length === 0 ? 0 : 1;
}, usage);
