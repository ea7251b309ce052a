import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../testing/fake-agent.ts';
import { builtInPack } from './pack/built-in.pack.ts';
import { click, type Touch } from './pointer.ts';

const point = { x: 10, y: 10 };

/**
 * Clicks on a fake page. `guard`: the guard's state after the click, or null if the page with the guard is gone. `isDelivered`: false if
 * the page is being replaced.
 */
function clickOn(guard: { reached: boolean; strayed: boolean } | null, isDelivered: boolean): Promise<Touch> {
  const answers = [point, guard];
  const page = {
    ...blankPage,
    read: () => Promise.resolve(answers.shift()),
    clickAt: () => Promise.resolve(isDelivered),
  };
  return click({ page, pack: builtInPack }, { kind: 'query_box' });
}

test('a click that opens another page succeeds, and a click on a page being replaced is lost', async () => {
  assert.equal(await clickOn(null, true), 'done');
  assert.equal(await clickOn(null, false), 'lost');
});

test('the page’s own record of a click takes precedence over Firefox’s error', async () => {
  for (const isDelivered of [true, false]) {
    assert.equal(await clickOn({ reached: true, strayed: false }, isDelivered), 'done');
    assert.equal(await clickOn({ reached: false, strayed: true }, isDelivered), 'strayed');
    assert.equal(await clickOn({ reached: false, strayed: false }, isDelivered), 'lost');
  }
});
