import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('pages/landing.page.tsx'),
  layout('pages/frame.layout.tsx', [
    layout('pages/guest.layout.tsx', [
      route('login', 'pages/login.page.tsx'),
      route('register', 'pages/register.page.tsx'),
    ]),
    route('confirm-address', 'pages/confirm-address.page.tsx'),
    route('unsubscribe', 'pages/unsubscribe.page.tsx'),
    layout('pages/signed-in.layout.tsx', [
      route('dashboard', 'pages/dashboard.page.tsx'),
      route('campaigns', 'pages/campaigns.page.tsx'),
      route('campaigns/new', 'pages/campaign-create.page.tsx'),
      route('campaigns/:id', 'pages/campaign-detail.page.tsx'),
      route('campaigns/:id/edit', 'pages/campaign-edit.page.tsx'),
      route('profiles', 'pages/accounts.page.tsx'),
      route('profiles/:id', 'pages/account-detail.page.tsx'),
      route('templates', 'pages/templates.page.tsx'),
      route('lists', 'pages/lists.page.tsx'),
      route('lists/:id', 'pages/list-detail.page.tsx'),
      route('lists/:id/import', 'pages/list-import.page.tsx'),
      route('lists/:id/imports', 'pages/list-imports.page.tsx'),
      route('recipients', 'pages/recipients.page.tsx'),
      route('do-not-contact', 'pages/do-not-contact.page.tsx'),
      route('unread-checker', 'pages/unread-checks.page.tsx'),
      route('firefox-profiles', 'pages/browser-profiles.page.tsx'),
      route('support', 'pages/support.page.tsx'),
      route('support/:id', 'pages/ticket.page.tsx'),
      route('users', 'pages/users.page.tsx'),
      route('settings', 'pages/settings.page.tsx'),
      route('link', 'pages/link.page.tsx'),
      route('notices', 'pages/notices.page.tsx'),
    ]),
  ]),
  route('*', 'pages/unknown.page.tsx'),
] satisfies RouteConfig;
