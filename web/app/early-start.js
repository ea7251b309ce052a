// This script runs before the app's code has loaded. If someone is signed in, it immediately sends the API requests that every signed-in
// page needs, without waiting for the app's code. It also loads the style sheets of the frame and the dashboard. The router only preloads
// them, so without this script the page would be unstyled for a moment. On the dashboard, the script also sends the dashboard's own
// requests and preloads the dashboard's code. The `data-files` attribute lists the style sheets and scripts.
// On signed-in pages, it makes the page show the frame instead of the loading screen.
(() => {
  const { api = '', files = '' } = document.currentScript?.dataset ?? {};
  const { pathname, search } = location;
  let token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    token = null;
  }
  if (token === null || pathname === '/login') return;

  const signedInPages = [
    'dashboard|templates|recipients|do-not-contact|unread-checker|firefox-profiles',
    'users|audit|server|settings|link|notices',
    '(campaigns|profiles|lists|people|support)(/[^/]+)?',
    'campaigns/[^/]+/edit',
    'lists/[^/]+/imports?',
  ];
  if (new RegExp(`^/(${signedInPages.join('|')})/?$`, 'i').test(pathname)) document.documentElement.dataset.frame = '';

  const isDashboard = pathname === '/dashboard' && search === '';
  for (const href of files.split(' ').filter(Boolean)) {
    const isStyle = href.endsWith('.css');
    if (!isStyle && !isDashboard) continue;
    const link = document.createElement('link');
    link.rel = isStyle ? 'stylesheet' : 'modulepreload';
    link.href = href;
    document.head.append(link);
  }

  const everywhere = [
    '/api/auth/profile',
    '/api/agent-tokens',
    '/api/notices?limit=1',
    '/api/campaigns?status=running&page=1&limit=100',
    '/api/campaigns?status=paused&page=1&limit=100',
  ];
  const onDashboard = [
    '/api/campaigns/dashboard-stats',
    '/api/profiles/performance?sort_by=messages_sent_desc&page=1&limit=5',
    '/api/profiles',
    '/api/templates',
    '/api/lists',
  ];
  const authorization = `Bearer ${token}`;
  const ask = (path) => {
    const answer = fetch(api + path, { headers: { authorization }, signal: AbortSignal.timeout(10_000) });
    // Prevent an unhandled rejection if the request fails and nothing uses its answer.
    answer.catch(() => undefined);
    return [api + path, answer];
  };
  window.early = {
    at: Date.now(),
    authorization,
    answers: new Map([...everywhere, ...(isDashboard ? onDashboard : [])].map(ask)),
  };
})();
