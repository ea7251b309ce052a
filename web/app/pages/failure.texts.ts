/** Texts of the failure screen, which every page loads, including the landing page. */
export const failureTexts = {
  windowTitle: 'Something went wrong',
  missing: {
    title: 'This page does not exist',
    text: 'Check the address.',
  },
  broken: {
    title: 'This page stopped working',
    text: 'Nothing you saved is lost. Reload the page. If that does not help, write to us through Support.',
  },
  reload: 'Reload',
  dashboard: 'or <link>go to the dashboard</link>',
} as const;
