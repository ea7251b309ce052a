import { isMessagesAddress, isProfileAddress, isStoriesAddress, isThreadAddress } from '../page/address.ts';
import { watch, type PageView } from '../page/page.view.ts';
import type { SiteContext } from '../site.context.ts';
import type { ProfileEnd, ProfileTries } from './profile.tries.ts';

/** Closes stories that opened instead of the profile. */
async function closeStories(site: SiteContext): Promise<void> {
  await site.page.press('Escape');
  await watch(site, ({ url }) => (isStoriesAddress(url) ? null : true), 3000);
}

/** "Message" was pressed, or "Send message" in the menu. */
function hasAsked({ clickedAt }: ProfileTries): boolean {
  return clickedAt > 0;
}

/** Between "Message" and the conversation, the address is the inbox's or the conversation's. */
function isOnItsWay(view: PageView, tries: ProfileTries): boolean {
  if (!hasAsked(tries) || !isMessagesAddress(view.url)) return false;
  return isThreadAddress(view.url) ? view.chats.every(({ handles }) => handles.length === 0) : view.chats.length === 0;
}

/**
 * What to do at another address than the profile's; null there. `wait`: the page may still be changing. Instagram leads from
 * profiles that are gone to the feed, shows stories instead, and has opened the inbox with somebody else's conversation after a
 * press on "Message": 26 messages of another program went to one stranger that way.
 */
export async function leaveStray(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<ProfileEnd | 'wait' | null> {
  const isThere = isProfileAddress(view.url, handle) || isOnItsWay(view, tries);
  if (isThere) tries.straySince = 0;
  else if (tries.straySince === 0) tries.straySince = performance.now();
  if (isThere) return null;
  if (performance.now() - tries.straySince < site.timing.otherPageMs) return 'wait';
  if (isStoriesAddress(view.url)) await closeStories(site);
  return isMessagesAddress(view.url) && hasAsked(tries) ? 'other_chat' : 'stray';
}
