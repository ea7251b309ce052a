import { fill } from '../texts/languages.ts';
import type { PageLanguage } from '../texts/languages.ts';
import type { Texts } from '../texts/en.ts';
import { html, jsonScript, nothing } from './html.ts';
import type { Html } from './html.ts';
import type { Badge, PageData } from './page-data.ts';
import { scriptUrl, styleUrl } from './static.routes.ts';

export interface Shell {
  title: string;
  language: PageLanguage;
  data: PageData;
  content?: Html;
  nav?: Navigation;
  /** The signed-in account in the page's data. Null if the data contains none. */
  viewer?: Viewer | null;
  hasLiveRegion?: boolean;
}

interface Navigation {
  badge: Badge;
  /** The account whose profile the navigation links to. Null if there is no such link. */
  own: Viewer | null;
}

interface Viewer {
  id: string;
  username: string;
  name: string;
}

export function pageShell({
  title,
  language,
  data,
  content = nothing,
  nav,
  viewer = null,
  hasLiveRegion = false,
}: Shell): string {
  const navigation = nav ? navigationBar(data.texts, nav) : nothing;
  return html`<!doctype html>
    <html lang="${language.lang}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${styleUrl}" />
      </head>
      <body>
        ${navigation} ${hasLiveRegion ? liveRegion : nothing}
        <main role="main" id="main">${content}</main>
        <script type="application/json" data-sjs>
          ${jsonScript(bootstrapData(viewer, language))}
        </script>
        <script type="application/json" id="page-data">
          ${jsonScript(data)}
        </script>
        <script type="module" src="${scriptUrl}"></script>
      </body>
    </html>`.markup;
}

/** Returns initial data in the format of Instagram's pages: the language and the viewer, nested like the real entries. */
function bootstrapData(viewer: Viewer | null, { locale }: PageLanguage): object {
  const data = viewer === null ? null : { full_name: viewer.name, id: viewer.id, username: viewer.username };
  const define = [
    ['PolarisSiteData', [], { country_code: 'US' }, 7369],
    ['IntlCurrentLocale', [], { code: locale }, 5954],
    ['PolarisViewer', [], { data, id: data === null ? null : data.id }, 7365],
  ];
  return { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { define } }]]] };
}

function navigationBar(texts: Texts, { badge, own }: Navigation): Html {
  const digits = badge.digits === null ? nothing : html`<span class="badge"><span>${badge.digits}</span></span>`;
  const inbox =
    badge.label === null
      ? html`<div>${texts.messages}${digits}</div>`
      : html`<div aria-label="${badge.label}">${texts.messages}${digits}</div>`;
  return html`<nav class="rail">
    <a class="logo" href="/">Instagram</a> <a href="/">${texts.home}</a><a href="/explore/">${texts.explore}</a>
    <a href="/direct/inbox/" role="link">${inbox}</a>${own === null ? nothing : ownLink(texts, own)}
  </nav>`;
}

function ownLink(texts: Texts, { username }: Viewer): Html {
  const label = fill(texts.profilePictureOf, { name: username });
  return html`<a href="/${username}/" role="link"><img alt="${label}" src="${noPicture}" />${texts.profile}</a>`;
}

const liveRegion = html`<div role="status" class="read-aloud">Direct messaging is ready</div>`;

const noPicture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>';

interface BadgeForm {
  unread: number;
  isCapped: boolean;
  hasDash: boolean;
  isUnlabelled: boolean;
  digits: (value: number) => string;
}

export function badgeOf(texts: Texts, { unread, isCapped, hasDash, isUnlabelled, digits }: BadgeForm): Badge {
  const count = isCapped ? `${digits(99)}+` : digits(unread);
  if (unread === 0 && !isCapped) {
    return { label: isUnlabelled ? null : fill(texts.badgeLabel, { count }), digits: null };
  }
  return { label: fill(hasDash ? texts.badgeLabelDash : texts.badgeLabel, { count }), digits: count };
}
