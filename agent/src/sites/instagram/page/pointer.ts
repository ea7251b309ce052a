import { z } from 'zod';
import type { Target } from './page-script/target.script.ts';
import type { SitePage } from './page.view.ts';

const aimSchema = z.union([z.literal(['missing', 'covered']), z.object({ x: z.number(), y: z.number() })]);
const guardSchema = z.object({ reached: z.boolean(), strayed: z.boolean() }).nullable();

/**
 * What happened to a click or key press. `strayed`: another element would have received it, but the guard prevented that. `lost`:
 * Firefox dropped it, as Firefox may do while a page is opening or closing (`dom.input_events.security`). `missing`: the target
 * isn't on the page or, for key presses, isn't ready for them. `covered`: something covers the target.
 */
export type Touch = 'done' | 'strayed' | 'lost' | 'missing' | 'covered';

async function readGuard({ page, pack }: SitePage): Promise<z.infer<typeof guardSchema>> {
  try {
    return guardSchema.parse(await page.read(pack.script.releaseGuard));
  } catch {
    // Usually, the click or key press has opened another page, so the guard no longer exists.
    return null;
  }
}

function touchOf(guard: z.infer<typeof guardSchema>): Touch {
  if (guard === null) return 'done';
  if (guard.strayed) return 'strayed';
  return guard.reached ? 'done' : 'lost';
}

/** Clicks the target. A guard keeps every other element from receiving the click. */
export async function click(site: SitePage, target: Target): Promise<Touch> {
  const point = aimSchema.parse(await site.page.read(site.pack.script.aim(target)));
  if (point === 'missing' || point === 'covered') return point;
  const isDelivered = await site.page.clickAt(point);
  const guard = await readGuard(site);
  return guard === null && !isDelivered ? 'lost' : touchOf(guard);
}

/**
 * Runs `work`. While it runs, only the focused target can receive keys. If the target isn't focused, or is a sign-in field outside
 * Instagram's own form, doesn't run `work`, and returns `missing`.
 */
export async function withKeys(site: SitePage, target: Target, work: () => Promise<void>): Promise<Touch> {
  if ((await site.page.read(site.pack.script.guardKeys(target))) !== true) return 'missing';
  await work();
  return touchOf(await readGuard(site));
}

/**
 * Presses Enter if the composer in this person's conversation is focused and contains exactly the text. When the key press arrives, the
 * page checks this again, and also checks that the wall clock isn't past `until`. `done`: the composer may have received the key.
 * `missing`: Enter wasn't pressed. `strayed`: the page blocked Enter. `lost`: Firefox probably dropped it.
 */
export async function pressEnter(
  site: SitePage,
  { handle, text }: { handle: string; text: string },
  until: number,
): Promise<Touch> {
  if ((await site.page.read(site.pack.script.guardEnter({ handle, text, until }))) !== true) return 'missing';
  await site.page.press('Enter');
  const guard = await readGuard(site);
  return guard?.reached === true ? 'done' : touchOf(guard);
}

export async function isFocused({ page, pack }: SitePage, target: Target): Promise<boolean> {
  return (await page.read(pack.script.isFocused(target))) === true;
}
