import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeWindows } from '../testing/fake-agent.ts';
import { freshState } from '../tasks/agent.context.ts';
import { statusAnswer, statusText } from './status.text.ts';

test('the status shows what was sent, open windows, stopped accounts, problems, and when the next message is due', async () => {
  const windows = fakeWindows();
  const state = freshState({ isPaused: false });
  const text = (): string => statusText({ server: 'https://sandpiper.example', state, windows });
  assert.match(text(), /waiting for the server\nServer: {3}https:\/\/sandpiper\.example, can't be reached right now/u);
  assert.match(text(), /Windows: {2}none open\nSo far: {3}nothing yet$/u);

  const account = { profile_id: 1, profile_name: "Anna's shop", profile_path: '/p' };
  (await windows.open(account, { campaignId: 1, isForUser: false })).isWaitingForUser = true;
  Object.assign(state, { isConnected: true, username: 'anna', nextDueAt: Date.now() + 60_000 });
  Object.assign(state.counts, { sent: 12, failed: 2 });
  state.stopped.set(1, "Anna's shop: Instagram asks for a security code.");
  assert.match(text(), /^Agent: {4}version [\d.]+, working\n.*connected, working for anna$/mu);
  assert.match(text(), /^Windows: {2}Anna's shop \(needs you\)\nSo far: {3}12 sent, 2 not sent$/mu);
  assert.match(text(), /^Stopped: {2}Anna's shop: Instagram asks for a security code\.$/mu);
  assert.match(text(), /^Next: {5}\d\d:\d\d:\d\d$/mu);

  Object.assign(state, { isConnected: false, isRunningTwice: true });
  assert.match(text(), /another agent with a copy of this data folder is connected$/mu);
  state.refusedReports.set('claim', "Anna's shop → bob: the server rejected the report (No)");
  assert.match(text(), /^Problem: {2}Anna's shop → bob: the server/mu);

  Object.assign(state.answers, { sent: 12, refused: 1 });
  assert.doesNotMatch(text(), /^Answers/mu);
  state.answers.unclear = 2;
  assert.match(text(), /^Answers: {2}the agent didn't understand 2 of Instagram's 15 answers$/mu);

  state.isPaused = true;
  assert.match(text(), /paused \(run "sandpiper-agent resume" to continue\)/u);
  assert.doesNotMatch(text(), /^Next/mu);
});

test('the status says what each campaign is waiting for, until when, and what the user can do', () => {
  const state = freshState({ isPaused: false });
  const until = new Date(2026, 10, 24, 9, 5).toISOString();
  const text = statusText({ server: 'https://sandpiper.example', state, windows: fakeWindows() }, [
    { id: 1, name: 'Spring', code: 'outside_hours', text: 'It is outside the hours.', action: null, path: null, until },
    { id: 2, name: 'Autumn', code: 'no_agent', text: 'Nothing is sent.', action: 'Start it.', path: null, until: null },
  ]);
  assert.match(
    text,
    /^Campaign: Spring: It is outside the hours\. This is expected to last until 24-11-2026 09:05\.$/mu,
  );
  assert.match(text, /^Campaign: Autumn: Nothing is sent\. Start it\.$/mu);
});

test("the status is shown without campaigns while the server can't be reached", async () => {
  const state = freshState({ isPaused: false });
  const api = () => Promise.reject(new Error('away'));
  const text = await statusAnswer({ api, server: 'https://sandpiper.example', state, windows: fakeWindows() });
  assert.match(text, /can't be reached right now/u);
  assert.doesNotMatch(text, /^Campaign/mu);
});
