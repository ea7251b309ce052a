import type { FastifyReply } from 'fastify';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import type { Html } from './html.ts';
import type { PageLanguage } from '../texts/languages.ts';
import type { DialogName, PageView } from './page-data.ts';
import { languageOf } from './page-language.ts';
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

/** Sends a page for a signed-in account, with navigation, badge and dialogs. */
export function sendSignedIn(reply: FastifyReply, page: SignedInPage): FastifyReply {
  const { world, account, person = null, view } = page;
  const language = languageOf(world, account);
  const { texts } = language;
  const unread = world.unreadCount(account);
  const digits = digitsOf(world, account);
  const badge = badgeOf(texts, {
    unread,
    isCapped: world.isOn('badge_capped', account),
    digits,
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
        title: (titled > 0 ? `(${digits(titled)}) ` : '') + (page.title ?? 'Instagram'),
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

const numerals = [
  ['badge_digits_arabic', 'ar-u-nu-arab'],
  ['badge_digits_persian', 'fa-u-nu-arabext'],
  ['badge_digits_bengali', 'bn-u-nu-beng'],
  ['badge_digits_devanagari', 'hi-u-nu-deva'],
] as const;

/** Returns a function that formats numbers with the digits used on the account's pages. */
function digitsOf(world: World, account: Account): (value: number) => string {
  const locale = numerals.find(([fault]) => world.isOn(fault, account))?.[1] ?? 'en-US';
  return (value) => value.toLocaleString(locale);
}

const dialogFaults = [
  ['prompt_on_load', 'notifications'],
  ['prompt_save_login', 'save_login'],
  ['harmless_try_again', 'harmless_try_again'],
  ['quiet_mode_notice', 'quiet_mode_notice'],
  ['meta_accounts_notice', 'meta_accounts_notice'],
  ['strange_notice', 'strange_notice'],
  ['strange_form', 'strange_form'],
  ['rate_limit_on_load', 'rate_limit'],
] as const;

function dialogsOf(world: World, account: Account, person: Person | null): DialogName[] {
  return dialogFaults.flatMap(([fault, dialog]) => (world.isOn(fault, account, person) ? [dialog] : []));
}

/** A page without navigation, such as a checkpoint. */
export interface PlainPage {
  language: PageLanguage;
  view: PageView;
  content?: Html;
  /** The signed-in account in the page's data. */
  viewer?: Account;
}

export function sendPlain(reply: FastifyReply, { view, ...page }: PlainPage): FastifyReply {
  const data = { texts: page.language.texts, view, dialogs: [], laterPromptMs: null, lateBadge: null };
  return reply.type('text/html; charset=utf-8').send(pageShell({ ...page, title: 'Instagram', data }));
}
