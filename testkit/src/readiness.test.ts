import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePort } from './ports.ts';
import { startProgram } from './program.ts';
import { untilAnswers } from './readiness.ts';

const server = `
  require('node:http').createServer((request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
`;

it('the wait ends as soon as the program answers', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const program = startProgram('server', { args: ['-e', server], env: { ...process.env, PORT: String(port) } });
  await untilAnswers(program, `http://127.0.0.1:${port}/`);
  assert.notEqual(await freePort(port), port, 'freePort must not return a port that is in use');
  await program.stop();
});

it("the wait fails with the program's output if the program has exited", { timeout: 60_000 }, async () => {
  const program = startProgram('server', { args: ['-e', 'console.error("the port is in use")'] });
  await assert.rejects(untilAnswers(program, 'http://127.0.0.1:9/'), /the port is in use\nserver ended before/);
});
