import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('app/landing.page.tsx'),
  layout('app/frame.layout.tsx', [
    layout('app/guest.layout.tsx', [route('login', 'app/login.page.tsx'), route('register', 'app/register.page.tsx')]),
    layout('app/signed-in.layout.tsx', [
      route('dashboard', 'app/dashboard.page.tsx'),
      route('campaigns', 'app/campaigns.page.tsx'),
      route('campaigns/new', 'app/campaign-create.page.tsx'),
      route('campaigns/:id', 'app/campaign-detail.page.tsx'),
      route('profiles', 'app/accounts.page.tsx'),
      route('templates', 'app/templates.page.tsx'),
      route('lists', 'app/lists.page.tsx'),
      route('lists/:id', 'app/list-detail.page.tsx'),
      route('recipients', 'app/recipients.page.tsx'),
      route('unread-checker', 'app/unread-checks.page.tsx'),
      route('firefox-profiles', 'app/browser-profiles.page.tsx'),
      route('support', 'app/support.page.tsx'),
      route('support/:id', 'app/ticket.page.tsx'),
      route('users', 'app/users.page.tsx'),
      route('settings', 'app/settings.page.tsx'),
      route('link', 'app/link.page.tsx'),
    ]),
  ]),
  route('*', 'app/unknown.page.tsx'),
] satisfies RouteConfig;
