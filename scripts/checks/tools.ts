import { join } from 'node:path';
import { z } from 'zod';
import { pathWithTools, root } from '../bootstrap/project.mjs';
import { capture } from '../system/processes.ts';

const timeoutMs = 1_500_000;

/** The result of a check. `note` is shown even if the check passed. */
export type Outcome = { passed: boolean; output: string; note?: string };

async function runTool(command: string, args: string[], cwd = root): Promise<Outcome & { stdout: string }> {
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: pathWithTools(), NO_COLOR: '1' };
  delete env['FORCE_COLOR'];
  const shell = process.platform === 'win32';
  const { code, output, stdout, timedOut } = await capture(command, args, { cwd, env, shell, timeoutMs });
  return {
    passed: code === 0,
    stdout,
    output: timedOut ? `${output}\nStopped after ${timeoutMs / 60_000} min.` : output,
  };
}

export const sourceFolders = [
  'contract',
  'server',
  'web',
  'agent',
  'sandbox',
  'e2e',
  'bench',
  'nemesis',
  'drill',
  'testkit',
  'scripts',
];

const typed = ['--type-aware', '--type-check'];

/** Runs the linter and the compiler together, because both need the types of the same programs. */
export async function checkLintAndTypes(): Promise<Outcome> {
  // The types of the web app's routes have to be generated first.
  const routes = await runTool('npm', ['run', '--silent', 'typegen', '--workspace', 'web']);
  return routes.passed ? runTool('oxlint', [...typed, '--deny-warnings', ...sourceFolders]) : routes;
}

/** Lints a canary's folder, which the project's own lint run skips. */
export function lintPlanted(folder: string) {
  return runTool('oxlint', [...typed, '--config', 'planted.oxlintrc.json', '--format', 'unix', '.'], folder);
}

export function checkReasonsTable() {
  return runTool('node', ['scripts/reasons-table.ts', '--check']);
}

export function checkFormat() {
  return runTool('oxfmt', ['--check', '.']);
}

const cruiseSummary = z.object({
  totalCruised: z.number(),
  violations: z.array(
    z.object({
      rule: z.object({ name: z.string() }),
      from: z.string(),
      to: z.string(),
      cycle: z.array(z.object({ name: z.string() })).optional(),
    }),
  ),
});
type CruiseSummary = z.infer<typeof cruiseSummary>;

/**
 * Checks a source tree against the import rules. Returns dependency-cruiser's output, and its summary, which is empty if dependency-cruiser
 * prints none.
 */
export async function cruise(
  folder: string,
  foldersOfTree: string[],
): Promise<{ summary: CruiseSummary; output: string }> {
  const config = join(root, '.dependency-cruiser.mjs');
  const result = await runTool('depcruise', ['--config', config, '--output-type', 'json', ...foldersOfTree], folder);
  try {
    return { ...result, ...z.object({ summary: cruiseSummary }).parse(JSON.parse(result.stdout)) };
  } catch {
    return { ...result, summary: { violations: [], totalCruised: 0 } };
  }
}

function describeViolation({ rule, from, to, cycle }: CruiseSummary['violations'][number]): string {
  const path = (cycle ?? []).map((step) => step.name).join(' -> ');
  return `${rule.name}: ${from} -> ${path === '' ? to : path}`;
}

export async function checkImports(): Promise<Outcome> {
  const { summary, output } = await cruise(root, sourceFolders.slice(0, -1));
  if (summary.totalCruised === 0) return { passed: false, output: `No modules were checked.\n${output}` };
  return { passed: summary.violations.length === 0, output: summary.violations.map(describeViolation).join('\n') };
}

export function checkUnusedCode() {
  return runTool('knip', ['--no-progress']);
}

/** Checks that the generated database types match the current tables. */
export function checkDatabaseTypes() {
  return runTool('npm', ['run', '--silent', 'db:types', '--workspace', 'server', '--', '--check']);
}
