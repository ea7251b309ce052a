import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageError } from '../../browser/page.ts';
import { blankPage } from '../../testing/fake-agent.ts';
import { createInstagram } from './instagram.ts';
import { builtInPack } from './page/pack/built-in.pack.ts';

test('if there is no connection, the error from counting unread conversations asks the user to try again', async () => {
  const site = createInstagram({ base: 'http://127.0.0.1:9', pack: () => builtInPack });
  const open = () => Promise.reject(new PageError('navigation', 'NS_ERROR_UNKNOWN_HOST'));
  assert.deepEqual(await site.countUnread({ ...blankPage, open }, null), {
    error:
      "Instagram can't be reached from this account's computer. NS_ERROR_UNKNOWN_HOST. Check the internet connection, then try again.",
    stop: null,
  });
});

test('Instagram is opened for the user unless the tab already shows it, and the inbox unless the tab already shows messages', async () => {
  const base = 'http://127.0.0.1:9';
  const site = createInstagram({ base, pack: () => builtInPack });
  const opened: string[] = [];
  const tabAt = (url: string) => ({
    ...blankPage,
    url: () => url,
    open: (to: string) => {
      opened.push(to);
      return Promise.resolve(200);
    },
  });
  await site.show(tabAt('about:blank'), null);
  await site.show(tabAt(`${base}/somebody/`), null);
  await site.show(tabAt(`${base}/somebody/`), 'inbox');
  await site.show(tabAt(`${base}/direct/t/1/`), 'inbox');
  await site.show(tabAt('https://example.com/direct/inbox/'), 'inbox');
  assert.deepEqual(opened, [`${base}/`, `${base}/direct/inbox/`, `${base}/direct/inbox/`]);
});
