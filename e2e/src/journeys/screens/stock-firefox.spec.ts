import { startAnsweringAgent } from '../../answering-agent.ts';
import { fillAccount } from '../../filled-account.ts';
import { addPerson } from '../../journey.ts';
import { guestPaths, otherPaths, recordPaths, workPaths } from '../../screen-paths.ts';
import { expect, test } from '../../stack.ts';
import { openScreen, overflowOf } from '../../screen-watch.ts';
import { openTab, resize, settleTab, startStockFirefox } from '../../stock-firefox.ts';

const widths = [1440, 390];
const height = 900;

test('every screen works in an unmodified Firefox', async ({ shared }) => {
  const person = await addPerson(shared, { called: 'fox', role: 'admin', pack: 'pro', until: null });
  const own = recordPaths(await fillAccount(person));
  const agent = await startAnsweringAgent(shared.url, person);
  const browser = await startStockFirefox();
  const guest = await openTab(browser, null);
  for (const path of guestPaths) await visit(guest, path);
  await guest.page.close();
  const user = await openTab(browser, person.token);
  for (const [index, path] of [...workPaths, ...own, ...otherPaths].entries()) await visit(user, path, index > 0);
  await browser.close();
  await agent.stop();

  /** Opens a screen, either by loading its URL or, once the app is open, as a link does. */
  async function visit(
    { page, complaints }: Awaited<ReturnType<typeof openTab>>,
    path: string,
    isAppOpen = false,
  ): Promise<void> {
    await (isAppOpen ? openScreen(page, path) : page.goto(shared.url + path));
    // Begin with the width at which the previous screen ended, because resizing is slow.
    widths.reverse();
    for (const [index, width] of widths.entries()) {
      if (index > 0 || !isAppOpen) await resize(page, { width, height });
      await settleTab(page);
      expect.soft(await overflowOf(page), `${path} fits a window that is ${width} pixels wide`).toBeLessThanOrEqual(0);
    }
    const url = await page.evaluate(() => location.href);
    expect.soft(url, 'the page stays open').toBe(shared.url + path);
    expect.soft(complaints.splice(0), `Firefox's errors on ${path}`).toEqual([]);
  }
});
