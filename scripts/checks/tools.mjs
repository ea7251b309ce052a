import { join } from 'node:path';
import { capture } from '../processes.mjs';
import { pathWithTools, readJson, root } from '../project.mjs';

const timeoutMs = 600_000;

async function runTool(command, args, cwd = root) {
  const env = { ...process.env, PATH: pathWithTools(), NO_COLOR: '1' };
  delete env.FORCE_COLOR;
  const shell = process.platform === 'win32';
  const { code, output, stdout, timedOut } = await capture(command, args, { cwd, env, shell, timeoutMs });
  return {
    passed: code === 0,
    stdout,
    output: timedOut ? `${output}\nNot done after ${timeoutMs / 60_000} min.` : output,
  };
}

/** The workspace's own `typecheck` where it has one, else the compiler on its tsconfig. */
export function checkTypes(workspace) {
  if (readJson(workspace, 'package.json').scripts?.typecheck !== undefined) {
    return runTool('npm', ['run', '--silent', 'typecheck', '--workspace', workspace]);
  }
  return runTool('tsc', ['--project', workspace, '--noEmit']);
}

const rooms = ['contract', 'server', 'web', 'agent', 'sandbox', 'e2e', 'bench', 'nemesis', 'scripts'];

export function checkLint() {
  return runTool('oxlint', ['--type-aware', '--deny-warnings', ...rooms]);
}

/** Lints a folder that the project's own lint leaves out. */
export function lintPlanted(folder) {
  return runTool('oxlint', ['--type-aware', '--config', 'planted.oxlintrc.json', '--format', 'unix', '.'], folder);
}

export function checkReasonsTable() {
  return runTool('node', ['scripts/reasons-table.mjs', '--check']);
}

export function checkFormat() {
  return runTool('oxfmt', ['--check', '.']);
}

/** Has the import rules judge a tree. Answers dependency-cruiser's summary and all that it said. */
export async function cruise(folder, roomsOfTree) {
  const config = join(root, '.dependency-cruiser.mjs');
  const result = await runTool('depcruise', ['--config', config, '--output-type', 'json', ...roomsOfTree], folder);
  try {
    return { ...result, summary: JSON.parse(result.stdout).summary };
  } catch {
    return { ...result, summary: { violations: [], totalCruised: 0 } };
  }
}

function describeViolation({ rule, from, to, cycle }) {
  const circle = (cycle ?? []).map((step) => step.name).join(' -> ');
  return `${rule.name}: ${from} -> ${circle === '' ? to : circle}`;
}

export async function checkImports() {
  const { summary, output } = await cruise(root, rooms.slice(0, -1));
  if (summary.totalCruised === 0) return { passed: false, output: `No module was looked at.\n${output}` };
  return { passed: summary.violations.length === 0, output: summary.violations.map(describeViolation).join('\n') };
}

export function checkUnusedCode() {
  return runTool('knip', ['--no-progress']);
}

/** The types made from the database are those of its present tables. */
export function checkDatabaseTypes() {
  return runTool('npm', ['run', '--silent', 'db:types', '--workspace', 'server', '--', '--check']);
}
