import { z } from 'zod';
import type { Page } from '../../../browser/page.ts';
import type { Target } from './page-script/target.script.ts';
import { pageScript } from './page-script/page.script.ts';

const aimSchema = z.union([z.literal(['missing', 'covered']), z.object({ x: z.number(), y: z.number() })]);
const guardSchema = z.object({ reached: z.boolean(), strayed: z.boolean() }).nullable();

/**
 * `strayed`: something else would have taken it and was kept from it. `lost`: Firefox dropped it, as it does with input in the
 * first and last moments of a page.
 */
export type Touch = 'done' | 'strayed' | 'lost' | 'missing' | 'covered';

async function readGuard(page: Page): Promise<z.infer<typeof guardSchema>> {
  try {
    return guardSchema.parse(await page.read(pageScript.releaseGuard));
  } catch {
    // The click led to another page, and the guard went with the old one.
    return null;
  }
}

function touchOf(guard: z.infer<typeof guardSchema>): Touch {
  if (guard === null) return 'done';
  if (guard.strayed) return 'strayed';
  return guard.reached ? 'done' : 'lost';
}

/** Clicks in such a way that only the target can be hit. */
export async function click(page: Page, target: Target): Promise<Touch> {
  const point = aimSchema.parse(await page.read(pageScript.aim(target)));
  if (point === 'missing' || point === 'covered') return point;
  const isDelivered = await page.clickAt(point);
  const guard = await readGuard(page);
  return guard === null && !isDelivered ? 'lost' : touchOf(guard);
}

/** Does `work` while only the focused target can receive keys. */
export async function withKeys(page: Page, target: Target, work: () => Promise<void>): Promise<Touch> {
  if ((await page.read(pageScript.guardKeys(target))) !== true) return 'missing';
  await work();
  return touchOf(await readGuard(page));
}

/**
 * Presses Enter if the right text still stands in the right conversation and it is not later than `until` by the wall clock.
 * The page itself checks at the moment the key arrives. `done`: the composer got the key. `missing`: it was not pressed.
 */
export async function pressEnter(
  page: Page,
  { handle, text }: { handle: string; text: string },
  until: number,
): Promise<Touch> {
  if ((await page.read(pageScript.guardEnter({ handle, text, until }))) !== true) return 'missing';
  await page.press('Enter');
  const guard = await readGuard(page);
  return guard?.reached === true ? 'done' : touchOf(guard);
}

export async function isFocused(page: Page, target: Target): Promise<boolean> {
  return (await page.read(pageScript.isFocused(target))) === true;
}
