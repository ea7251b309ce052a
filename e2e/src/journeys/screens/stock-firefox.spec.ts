import { startAnsweringAgent } from '../../answering-agent.ts';
import { fillAccount } from '../../filled-account.ts';
import { addFullWindowUsers, fullWindowSettings, refusedRequests } from '../../full-window-screens.ts';
import { addPerson } from '../../journey.ts';
import { guestPaths, otherPaths, recordPaths, workPaths } from '../../screen-paths.ts';
import { expect, test } from '../../stack.ts';
import { openScreen, overflowOf } from '../../screen-watch.ts';
import { openTab, resize, settleTab, startStockFirefox } from '../../stock-firefox.ts';

const widths = [1440, 390];
const height = 900;

type Visit = { origin?: string; path: string; isAppOpen?: boolean; expectedErrors?: RegExp };

test('every screen works in an unmodified Firefox', async ({ shared, stack }) => {
  const person = await addPerson(shared, { called: 'fox', role: 'admin', pack: 'pro', until: null });
  const own = recordPaths(await fillAccount(person));
  const agent = await startAnsweringAgent(shared.url, person);
  const browser = await startStockFirefox();
  const guest = await openTab(browser, null);
  for (const path of guestPaths) await visit(guest, { path });
  await guest.page.close();
  const user = await openTab(browser, person.token);
  for (const [index, path] of [...workPaths, ...own, ...otherPaths].entries()) {
    await visit(user, { path, isAppOpen: index > 0 });
  }
  await user.page.close();
  const { url } = await stack.startServer(fullWindowSettings);
  for (const { title, person: other } of await addFullWindowUsers(url)) {
    const tab = await openTab(browser, other.token);
    await visit(tab, { origin: url, path: '/dashboard', expectedErrors: refusedRequests });
    await expect.poll(() => tab.page.evaluate(() => document.querySelector('h1')?.textContent)).toBe(title);
    await tab.page.close();
  }
  await browser.close();
  await agent.stop();

  /** Opens a screen, either by loading its URL or, once the app is open, as a link does. */
  async function visit(
    { page, errors }: Awaited<ReturnType<typeof openTab>>,
    { origin = shared.url, path, isAppOpen = false, expectedErrors }: Visit,
  ): Promise<void> {
    await (isAppOpen ? openScreen(page, path) : page.goto(origin + path));
    // Begin with the width at which the previous screen ended, because resizing is slow.
    widths.reverse();
    for (const [index, width] of widths.entries()) {
      if (index > 0 || !isAppOpen) await resize(page, { width, height });
      await settleTab(page);
      expect.soft(await overflowOf(page), `${path} fits a window that is ${width} pixels wide`).toBeLessThanOrEqual(0);
    }
    const address = await page.evaluate(() => location.href);
    expect.soft(address, 'the page stays open').toBe(origin + path);
    const unexpected = errors.splice(0).filter((text) => expectedErrors?.test(text) !== true);
    expect.soft(unexpected, `Firefox's errors on ${path}`).toEqual([]);
  }
});
