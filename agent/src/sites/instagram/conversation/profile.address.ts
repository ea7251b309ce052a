import { isMessagesAddress, isProfileAddress, isStoriesAddress, isThreadAddress } from '../page/address.ts';
import { watch, type PageView } from '../page/page.view.ts';
import type { SiteContext } from '../site.context.ts';
import type { ProfileEnd, ProfileTries } from './profile.tries.ts';

/** Closes the story viewer, which opened instead of the profile. */
async function closeStories(site: SiteContext): Promise<void> {
  await site.page.press('Escape');
  await watch(site, ({ url }) => (isStoriesAddress(url) ? null : true), 3000);
}

/** Whether the agent has clicked "Message" on the profile, or "Send message" in the profile's menu. */
function hasAsked({ clickedAt }: ProfileTries): boolean {
  return clickedAt > 0;
}

/**
 * Whether the conversation is still opening after a click on "Message". Until it opens, the page has the URL of the inbox or of a
 * conversation.
 */
function isStillOpening(view: PageView, tries: ProfileTries): boolean {
  if (!hasAsked(tries) || !isMessagesAddress(view.url)) return false;
  return isThreadAddress(view.url) ? view.chats.every(({ handles }) => handles.length === 0) : view.chats.length === 0;
}

/**
 * Decides what to do if the page's URL isn't the profile's. Returns null if the URL is the profile's, or if the conversation is still
 * opening. `wait`: the page may still be changing. If a profile no longer exists, Instagram may show the feed or stories instead. A click
 * on "Message" may also open the inbox with someone else's conversation. Another program once sent 26 messages to one stranger that way.
 */
export async function leaveStray(
  site: SiteContext,
  view: PageView,
  handle: string,
  tries: ProfileTries,
): Promise<ProfileEnd | 'wait' | null> {
  const isThere = isProfileAddress(view.url, handle) || isStillOpening(view, tries);
  if (isThere) tries.straySince = 0;
  else if (tries.straySince === 0) tries.straySince = performance.now();
  if (isThere) return null;
  if (performance.now() - tries.straySince < site.timing.otherPageMs) return 'wait';
  if (isStoriesAddress(view.url)) await closeStories(site);
  return isMessagesAddress(view.url) && hasAsked(tries) ? 'other_chat' : 'stray';
}
