import { fill } from '../texts/languages.ts';
import type { Language } from '../texts/languages.ts';
import type { Texts } from '../texts/en.ts';
import { html, jsonScript, nothing } from './html.ts';
import type { Html } from './html.ts';
import type { PageData } from './page-data.ts';

interface Badge {
  label: string | null;
  digits: string | null;
}

export interface Shell {
  title: string;
  language: Language;
  data: PageData;
  content?: Html;
  nav?: { username: string; badge: Badge };
}

export function pageShell({ title, language, data, content = nothing, nav }: Shell): string {
  const navigation = nav ? navigationBar(data.texts, nav.username, nav.badge) : nothing;
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/static/site.css" />
      </head>
      <body>
        ${navigation}
        <main role="main" id="main">${content}</main>
        <script type="application/json" id="page-data">
          ${jsonScript(data)}
        </script>
        <script type="module" src="/static/page.js"></script>
      </body>
    </html>`.markup;
}

function navigationBar(texts: Texts, username: string, badge: Badge): Html {
  const digits = badge.digits === null ? nothing : html`<span class="badge"><span>${badge.digits}</span></span>`;
  const inbox =
    badge.label === null
      ? html`<div>${texts.messages}${digits}</div>`
      : html`<div aria-label="${badge.label}">${texts.messages}${digits}</div>`;
  return html`<nav class="rail">
    <a class="logo" href="/">Instagram</a> <a href="/">${texts.home}</a><a href="/explore/">${texts.explore}</a>
    <a href="/direct/inbox/" role="link">${inbox}</a><a href="/${username}/">${texts.profile}</a>
  </nav>`;
}

interface BadgeForm {
  unread: number;
  isCapped: boolean;
  hasDash: boolean;
  isUnlabelled: boolean;
}

export function badgeOf(texts: Texts, { unread, isCapped, hasDash, isUnlabelled }: BadgeForm): Badge {
  const count = isCapped ? '99+' : unread.toLocaleString('en-US');
  if (unread === 0 && !isCapped) {
    return { label: isUnlabelled ? null : fill(texts.badgeLabel, { count: 0 }), digits: null };
  }
  return { label: fill(hasDash ? texts.badgeLabelDash : texts.badgeLabel, { count }), digits: count };
}
