/** The date of these tables. Logged with every page that did not look as expected. */
export const locatorsVersion = '2026-11-22';

/**
 * Where things are on the pages, newest form first, because the site shows accounts different forms. Taken from what public
 * repositories observed on the live site in 2026: dmpl6454/ds-sales-agent (src/outreach/browser), kruxarth/DMgram
 * (docs/FINDINGS.md), bf-dev/260727-kmong-1898680-insta-dm-macro and thoughtsunificator/instagram-dm-unsender. Labels are in
 * `texts/`.
 */
export const locators = {
  dialog: '[role="dialog"], [role="alertdialog"], [role="alert"], [role="status"]',
  modal: '[role="dialog"], [role="alertdialog"]',
  button: 'button, [role="button"], input[type="submit"]',
  password: 'input[type="password"]',
  loginUser: [
    'input[name="email"]',
    'input[name="username"]',
    'form input:not([type="password"]):not([type="hidden"]):not([type="submit"]):not([type="checkbox"])',
    // Outside a form.
    'input[aria-label*="username" i]',
  ],
  /** The page's initial data. Its `PolarisViewer` entry names the signed-in account. */
  pageData: 'script[type="application/json"]',
  viewerKey: 'PolarisViewer',
  navigationLink: 'nav a[href], [role="navigation"] a[href]',
  inboxLink: 'a[href="/direct/inbox/"]',
  composers: [
    '[data-pagelet="IGDComposerForCannes"] [contenteditable="true"][role="textbox"]',
    '[role="textbox"][contenteditable="true"]',
    'textarea',
  ],
  lists: ['[data-pagelet="IGDMessagesList"]', '[role="grid"]', '[aria-label]'],
  progress: '[role="progressbar"], [aria-busy="true"], [data-visualcompletion="loading-state"]',
  bubbles: 'span[dir="auto"] > div[dir="auto"], [role="presentation"] div[dir="auto"]',
  queryBox: 'input[name="queryBox"]',
  searchResult: '[role="option"], [role="button"]:has(input[type="checkbox"])',
} as const;
export type Locators = typeof locators;
