/** The state of the site that the tables describe. It goes into the log with every page that did not look as expected. */
export const locatorsVersion = '2026-11-22';

/** Where things are on the pages, newest form first. What they are called in each language is in `texts/`. */
export const locators = {
  dialog: '[role="dialog"], [role="alertdialog"], [role="alert"], [role="status"]',
  modal: '[role="dialog"], [role="alertdialog"]',
  button: 'button, [role="button"], input[type="submit"]',
  password: 'input[type="password"]',
  loginUser: [
    'input[name="email"]',
    'input[name="username"]',
    'form input:not([type="password"]):not([type="hidden"]):not([type="submit"]):not([type="checkbox"])',
    // Where no form holds it.
    'input[aria-label*="username" i]',
  ],
  /** What the page starts from; the entry of this name says who is looking at it. */
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
