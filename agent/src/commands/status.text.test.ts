import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeWindows } from '../testing/fake-agent.ts';
import { freshState } from '../tasks/agent.context.ts';
import { statusText } from './status.text.ts';

test('the status says what is done, what is open, who was stopped and why, and when it goes on', async () => {
  const windows = fakeWindows();
  const state = freshState({ isPaused: false });
  const text = (): string => statusText({ server: 'https://sandpiper.example', state, windows });
  assert.match(text(), /waiting for the server\nServer: {3}https:\/\/sandpiper\.example, cannot be reached just now/u);
  assert.match(text(), /Windows: {2}none open\nSo far: {3}nothing yet$/u);

  const account = { profile_id: 1, profile_name: "Anna's shop", profile_path: '/p' };
  (await windows.open(account, { campaignId: 1, isForUser: false })).isWaitingForUser = true;
  Object.assign(state, { isConnected: true, username: 'anna', nextDueAt: Date.now() + 60_000 });
  Object.assign(state.counts, { sent: 12, failed: 2 });
  state.stopped.set(1, "Anna's shop: Instagram asks for a security code.");
  assert.match(text(), /^Agent: {4}version [\d.]+, working\n.*connected, working for anna$/mu);
  assert.match(text(), /^Windows: {2}Anna's shop \(needs you\)\nSo far: {3}12 sent, 2 failed or tried again$/mu);
  assert.match(text(), /^Stopped: {2}Anna's shop: Instagram asks for a security code\.$/mu);
  assert.match(text(), /^Next: {5}\d\d:\d\d:\d\d$/mu);

  state.isPaused = true;
  assert.match(text(), /paused \(say "sandpiper-agent resume" to go on\)/u);
  assert.doesNotMatch(text(), /^Next/mu);
});
