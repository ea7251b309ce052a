import { launch } from 'puppeteer-core';

/*
 * The shortest possible script that sends messages: for each person, it opens the profile and the conversation, types, presses Enter, and
 * waits until the message has been sent. It checks nothing. Arguments: the path to the Firefox executable, the sandbox's URL, a session ID,
 * the text, and the people's usernames. Prints the median time per message in milliseconds. The first person isn't measured, because the
 * first page loads slowly.
 */

function isSent(text: string): boolean {
  const bubble = document.querySelector('.bubble');
  return bubble?.textContent?.trim() === text && document.querySelector('.sending') === null;
}

const [firefox = '', site = '', session = '', text = '', ...people] = process.argv.slice(2);
const browser = await launch({ browser: 'firefox', executablePath: firefox, headless: true });
try {
  const page = await browser.newPage();
  await page.goto(site);
  await page.evaluate((id) => void (document.cookie = `sessionid=${id}; path=/`), session);
  const times: number[] = [];
  for (const person of people) {
    const startedAt = performance.now();
    await page.goto(`${site}/${person}/`);
    await page.locator('#profile-actions .primary').click();
    await page.locator('[role="textbox"]').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.waitForFunction(isSent, {}, text);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  console.log(sorted[Math.floor(sorted.length / 2)]);
} finally {
  await browser.close();
}
