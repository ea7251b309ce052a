import type { FastifyReply } from 'fastify';
import { textsOf } from '../texts/languages.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import type { Html } from './html.ts';
import type { DialogName, PageView } from './page-data.ts';
import { badgeOf, pageShell } from './page-shell.ts';

export interface SignedInPage {
  world: World;
  account: Account;
  person?: Person | null;
  view: PageView;
  content?: Html;
  title?: string;
  status?: number;
}

export function languageOf(world: World, account: Account): Account['language'] {
  return world.isOn('unknown_language', account) ? 'fi' : account.language;
}

/** Sends a page of the signed-in site, with navigation, badge and dialogs. */
export function sendSignedIn(reply: FastifyReply, page: SignedInPage): FastifyReply {
  const { world, account, person = null, view } = page;
  const language = languageOf(world, account);
  const texts = textsOf(language);
  const unread = world.unreadCount(account);
  const badge = badgeOf(texts, {
    unread,
    isCapped: world.isOn('badge_capped', account),
    hasDash: world.isOn('badge_en_dash', account),
    isUnlabelled: world.isOn('badge_unlabelled', account),
  });
  const lateBadge = world.hit('late_badge', account, person);
  const later = world.hit('prompt_later', account, person);
  const titled = world.isOn('title_disagrees', account) ? unread + 2 : unread;
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(
      pageShell({
        title: (titled > 0 ? `(${titled}) ` : '') + (page.title ?? 'Instagram'),
        language,
        nav: {
          badge: lateBadge ? { label: null, digits: null } : badge,
          own: world.isOn('own_link_missing', account) ? null : account,
        },
        hasLiveRegion: world.isOn('live_region', account),
        viewer: world.isOn('viewer_unnamed', account) ? null : account,
        ...(page.content ? { content: page.content } : {}),
        data: {
          texts,
          view,
          dialogs: dialogsOf(world, account, person),
          laterPromptMs: later ? world.delay(later, 2500) : null,
          lateBadge: lateBadge ? { afterMs: world.delay(lateBadge, 3000), badge } : null,
        },
      }),
    );
}

function dialogsOf(world: World, account: Account, person: Person | null): DialogName[] {
  const dialogs: DialogName[] = [];
  if (world.isOn('prompt_on_load', account, person)) dialogs.push('notifications');
  if (world.isOn('prompt_save_login', account, person)) dialogs.push('save_login');
  if (world.isOn('harmless_try_again', account, person)) dialogs.push('harmless_try_again');
  if (world.isOn('strange_notice', account, person)) dialogs.push('strange_notice');
  if (world.isOn('rate_limit_on_load', account, person)) dialogs.push('rate_limit');
  return dialogs;
}
