import { parseArgs } from 'node:util';
import { main, pathWithTools } from './bootstrap/project.mjs';
import { runHere } from './bootstrap/terminal.mjs';
import { sourceFolders } from './checks/tools.ts';

await main(async (args) => {
  parseArgs({ args });
  const env = { ...process.env, PATH: pathWithTools() };
  const lintCode = await runHere('oxlint', ['--type-aware', '--fix', ...sourceFolders], env);
  const formatCode = await runHere('oxfmt', ['.'], env);
  return Math.max(lintCode, formatCode);
}, 'Usage: npm run fix\n\nFixes what the linter and the formatter can fix automatically.');
