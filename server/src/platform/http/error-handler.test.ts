import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { AppError } from './app-error.ts';
import { handleError } from './error-handler.ts';

let lines: string[] = [];
const http = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
http.setErrorHandler(handleError);
after(() => http.close());

let thrown: Error = new Error('nothing');
http.get('/', () => Promise.reject(thrown));

const causes: [what: string, error: Error, status: number, logged: RegExp | null][] = [
  ['an unexpected error', new Error('a cause'), 500, /"message":"a cause"/],
  ['an unavailable database', Object.assign(new Error('disk full'), { code: '53100' }), 503, /"message":"disk full"/],
  ['a refusal', new AppError('unavailable', 'Try again.'), 503, null],
];

describe('the log', () => {
  for (const [what, error, status, logged] of causes) {
    it(`${logged === null ? "doesn't mention" : 'names the cause of'} ${what}`, async () => {
      lines = [];
      thrown = error;
      const reply = await http.inject('/');
      assert.equal(reply.statusCode, status);
      const text = lines.join('');
      if (logged === null) assert.equal(text, '');
      else assert.match(text, logged);
    });
  }
});
