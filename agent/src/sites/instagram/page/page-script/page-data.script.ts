import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';

/* These functions run inside the page (see elements.script.ts). */

/** Finds entries such as `["IntlCurrentLocale", [], {"code": "en_US"}, 5954]` and returns their values, here `{"code": "en_US"}`. */
export function entriesNamed(part: unknown, name: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside: unknown[] = Object.values(part);
  if (Array.isArray(part) && inside[0] === name) return [inside[2]];
  return inside.flatMap((each) => entriesNamed(each, name));
}

/** Returns the values of all entries with this name in the page's initial data. */
export function readPageData(locators: Locators, name: string): unknown[] {
  return [...document.querySelectorAll(locators.pageData)].flatMap((script) => {
    const text = script.textContent ?? '';
    if (!text.includes(`"${name}"`)) return [];
    try {
      return entriesNamed(JSON.parse(text), name);
    } catch {
      // The script is incomplete, because the page is still loading.
      return [];
    }
  });
}

export function localeIn(entry: unknown): string {
  return typeof entry === 'object' && entry !== null && 'code' in entry ? String(entry.code) : '';
}

/** Returns the page's language code without the region, such as `pt`, or an empty string if the page doesn't state its language. */
export function languageOfPage(locators: Locators): string {
  const named = document.documentElement.lang;
  const locale = named === '' ? readPageData(locators, locators.localeKey).map(localeIn).join(' ').trim() : named;
  return locale.toLowerCase().split(/[-_ ]/u)[0] ?? '';
}

/** Returns the texts in the page's language, or the English texts if the page pack doesn't have that language. */
export function textsOfPage(locators: Locators, allTexts: Record<string, SiteTexts>): SiteTexts {
  const language = languageOfPage(locators);
  const texts = Object.hasOwn(allTexts, language) ? allTexts[language] : allTexts['en'];
  if (texts === undefined) throw new Error('The page pack has no English texts');
  return texts;
}
