import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeLicenses, packageFolders } from './licenses.ts';

test('finds the package folder of each module once, even if the package is nested or scoped', () => {
  const modules = [
    '/p/agent/src/main.ts',
    '/p/node_modules/zod/index.js',
    '/p/node_modules/zod/v4/core.js',
    '\0/p/node_modules/@puppeteer/browsers/lib/main.js',
    '/p/node_modules/cliui/node_modules/string-width/index.js',
    '\0rolldown/runtime.js',
  ];
  assert.deepEqual(packageFolders(modules), [
    '/p/node_modules/@puppeteer/browsers',
    '/p/node_modules/cliui/node_modules/string-width',
    '/p/node_modules/zod',
  ]);
});

test('includes the license texts that must be distributed', async () => {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('zod'))));
  assert.match(await describeLicenses([folder]), /zod \d+\.\d+\.\d+ \(MIT\)[^]+Permission is hereby granted/u);
});
