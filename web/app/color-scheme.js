// Runs before the first paint. Otherwise, the page would flash light in dark mode.
(() => {
  let stored = 'auto';
  try {
    stored = localStorage.getItem('sandpiper-color-scheme') ?? 'auto';
  } catch {
    stored = 'auto';
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
