import type { Page } from '@playwright/test';

/** Starts recording each number of people that the campaign's progress bar shows. */
export async function recordProgress(page: Page): Promise<{ steps: () => Promise<number[]> }> {
  const seen = await page.evaluateHandle(() => {
    const steps: number[] = [];
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-label="Progress"]');
      const done = Number.parseInt(bar?.getAttribute('aria-valuetext') ?? '', 10);
      if (Number.isFinite(done) && steps.at(-1) !== done) steps.push(done);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return steps;
  });
  return { steps: () => seen.evaluate((steps) => steps) };
}
