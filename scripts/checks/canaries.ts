import { join } from 'node:path';
import importRules from '../../.dependency-cruiser.mjs';
import { root } from '../bootstrap/project.mjs';
import { environmentPattern, sqlPattern } from './source-rules.ts';
import { cruise, lintPlanted, type Outcome } from './tools.ts';
import { textsIn } from './web-texts.ts';

/*
 * A checker that checks nothing always passes. Each canary contains planted violations: if a checker misses one of them, the
 * checker is broken.
 */

const lintRules = [
  'eslint(no-console)',
  'eslint(no-empty)',
  'import(no-default-export)',
  'typescript(no-explicit-any)',
  'typescript(no-floating-promises)',
  'typescript(no-non-null-assertion)',
  'typescript(no-unsafe-type-assertion)',
  'typescript(TS2322)',
  'unicorn(prefer-node-protocol)',
  'react(button-has-type)',
  'react-hooks(exhaustive-deps)',
  'react-hooks(rules-of-hooks)',
];

function outcomeOf(missed: string[], output: string): Outcome {
  return { passed: missed.length === 0, output: `Planted but not found: ${missed.join(', ')}\n${output}` };
}

export async function checkLintCanary(): Promise<Outcome> {
  const { output } = await lintPlanted(join(root, 'scripts', 'canary', 'lint'));
  return outcomeOf(
    lintRules.filter((rule) => !output.includes(rule)),
    output,
  );
}

export async function checkImportsCanary(): Promise<Outcome> {
  const folders = ['contract', 'server', 'web', 'agent', 'sandbox', 'nemesis', 'bench', 'testkit'];
  const { summary, output } = await cruise(join(root, 'scripts', 'canary', 'imports'), folders);
  const found = new Set(summary.violations.map((violation) => violation.rule.name));
  const names = importRules.forbidden.map((rule) => rule.name);
  return outcomeOf(
    names.filter((name) => !found.has(name)),
    output,
  );
}

const plantedSql = [
  'await sql`select 1`.execute(db)',
  'sql<{ id: number }>`select id from users`',
  "db.selectFrom('users')",
  "client.query('SELECT id FROM users')",
];
const plantedEnvironment = [
  'const port = process.env.PORT;',
  "const port = process.env['PORT'];",
  "import { env } from 'node:process';",
];

/** Checks that the patterns for SQL and for environment variables match the lines that are planted for them. */
export function checkPatternCanary(): Outcome {
  const missed = [
    ...plantedSql.filter((line) => !sqlPattern.test(line)),
    ...plantedEnvironment.filter((line) => !environmentPattern.test(line)),
  ];
  return outcomeOf(missed, '');
}

const plantedTexts = [
  'const a = <p>Nothing was deleted.</p>;',
  'const a = <Button>Save</Button>;',
  'const a = <b>{count} people</b>;',
  'const a = <Input label="Name" />;',
  'const a = <Input aria-label="name" />;',
  'const a = <Input placeholder={`Name of ${noun}`} />;',
  'const a = <Badge>{isOn ? "Online" : word}</Badge>;',
  'const a = { title: "Status", cell: 1 };',
  'toast.error("Failed to save");',
  'const a = `${count} messages an hour`;',
];
const plantedCode = [
  'const a = <p className="two words" style={{ font: "400 1rem serif" }} aria-current="page" />;',
  'const a = <svg viewBox="0 0 8 8"><path d="M3 6h14" /></svg>;',
  'const a = <p>{texts.title} · {"\u2013"}</p>;',
  'console.warn("No live connection"); throw new Error("needs a provider");',
  'if (event.key === "Enter" && status === "Running") call("GET /api/settings");',
];

/** Checks that the component-text check finds every planted text and doesn't mistake code for text. */
export function checkTextsCanary(): Outcome {
  const missed = plantedTexts.filter((source) => textsIn(source).length === 0);
  const mistaken = plantedCode.filter((source) => textsIn(source).length > 0);
  return outcomeOf([...missed, ...mistaken], mistaken.length === 0 ? '' : 'Some of these are code mistaken for text.');
}
