import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Failure } from './project.mjs';
import { runHere } from './terminal.mjs';

it('a program that does not exist is reported in one line', async () => {
  await assert.rejects(runHere('no-such-program', []), new Failure("Couldn't run no-such-program (ENOENT)."));
});
