type PageSetting = 'trialDays' | 'termsUrl' | 'privacyUrl';

/** The placeholders in the prerendered landing page. The server replaces them with its settings. */
const placeholders: Readonly<Record<PageSetting, string>> = {
  trialDays: '{trial-days}',
  termsUrl: '{terms-url}',
  privacyUrl: '{privacy-url}',
};

/** Returns a setting that the server wrote into the page's `<html>` element. Undefined if the server doesn't have this setting. */
export function pageSetting(name: PageSetting): string | undefined {
  return document.documentElement.dataset[name];
}

/**
 * Like {@link pageSetting}, but for text that is part of the prerendered landing page: a placeholder while the page is built and, in a
 * browser, the same text that the server wrote into the page.
 */
export function landingSetting(name: PageSetting): string {
  if (typeof document === 'undefined') return placeholders[name];
  return pageSetting(name) ?? (name === 'trialDays' ? '0' : '');
}
