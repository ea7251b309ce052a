import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { CallsInProgress } from './calls-in-progress.ts';

const minute = 60_000;

/** Starts a server with two routes. `/short` is answered after `finish` is called, and `/long` pauses for other calls first. */
function startServer(longestWaitMs: number) {
  const http = Fastify();
  const calls = new CallsInProgress(http, longestWaitMs);
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const events: string[] = [];
  http.get('/short', async () => {
    events.push('short begins');
    await finished;
    events.push('short ends');
    return 'short';
  });
  http.get('/long', async () => {
    events.push('long begins');
    await calls.toEnd();
    events.push('long continues');
    return 'long';
  });
  const until = async (event: string) => {
    while (!events.includes(event)) await setImmediate();
  };
  return { http, calls, finished, finish, events, until };
}

describe('long work with the embedded database', () => {
  it('waits until other calls have been answered', async () => {
    const { http, finish, events, until } = startServer(minute);
    const short = http.inject('/short');
    await until('short begins');
    const long = http.inject('/long');
    await until('long begins');
    finish();
    await Promise.all([short, long]);
    assert.deepEqual(events, ['short begins', 'long begins', 'short ends', 'long continues']);
  });

  it('stops waiting after a while', async () => {
    const { http, finish, events, until } = startServer(1);
    const short = http.inject('/short');
    await until('short begins');
    await http.inject('/long');
    assert.deepEqual(events, ['short begins', 'long begins', 'long continues']);
    finish();
    await short;
  });

  it('does not wait for its own call, nor for calls that are waiting for their own work', async () => {
    const { http, calls, finished, finish, events, until } = startServer(minute);
    http.get('/job', async () => {
      const work = calls.toEnd().then(() => events.push('job is done'));
      await Promise.all([work, finished]);
      return 'job';
    });
    const job = http.inject('/job');
    await until('job is done');
    await http.inject('/long');
    assert.deepEqual(events, ['job is done', 'long begins', 'long continues']);
    finish();
    await job;
  });
});
