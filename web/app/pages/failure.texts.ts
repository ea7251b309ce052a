/** UI strings for the failure screen. Every page of the app loads them. */
export const failureTexts = {
  windowTitle: 'Something went wrong',
  missing: {
    title: 'This page doesn’t exist',
    text: 'Check the address.',
  },
  broken: {
    title: 'This page stopped working',
    text: 'Nothing you saved is lost. Reload the page. If that doesn’t help, contact us through Support.',
  },
  reload: 'Reload',
  dashboard: 'or <link>go to the dashboard</link>',
} as const;
