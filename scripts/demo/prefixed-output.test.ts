import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPrefixedOutput } from './prefixed-output.ts';

it("the output consists of whole lines with the program's name as a prefix, and log lines are printed as text", () => {
  const printed: string[] = [];
  const output = createPrefixedOutput((text) => void printed.push(text));
  const server = output('server');
  const web = output('web');
  server('ready at ');
  web('built\n\nwatching\n');
  server('http://127.0.0.1\n{"level":30,"time":0,"msg":"a request"}\n');
  assert.deepEqual(printed.slice(0, 3), [
    'web       | built\n',
    'web       | watching\n',
    'server    | ready at http://127.0.0.1\n',
  ]);
  assert.match(printed[3] ?? '', /^server {4}\| .*INFO.*a request\n$/);
});
