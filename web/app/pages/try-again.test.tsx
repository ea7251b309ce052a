import type { ApiKey } from '@sandpiper/contract/api';
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import { buildList, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ListDetailPage from './list-detail.page.tsx';
import ListsPage from './lists.page.tsx';
import PeoplePage from './people.page.tsx';
import TemplatesPage from './templates.page.tsx';
import UnreadChecksPage from './unread-checks.page.tsx';

function ListPage(): ReactElement {
  return (
    <UploadsProvider>
      <ListDetailPage />
    </UploadsProvider>
  );
}
const others: Replies = {
  'GET /api/lists/:id': { list: buildList() },
  'GET /api/lists': { lists: [buildList()] },
  'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) },
  'GET /api/unread-checker/requests/history': { success: true, requests: [], pagination: paginationOf(0, 1) },
};

const screens: [key: ApiKey, Page: () => ReactElement | null, place: { url: string; path?: string }][] = [
  ['GET /api/templates', TemplatesPage, { url: '/templates' }],
  ['GET /api/lists', ListsPage, { url: '/lists' }],
  ['GET /api/lists/:id/recipients', ListPage, { url: '/lists/1', path: '/lists/:id' }],
  ['GET /api/people', PeoplePage, { url: '/people' }],
  ['GET /api/profiles', UnreadChecksPage, { url: '/unread-checker' }],
];

it.each(screens)('"Try again" reloads a screen after %s failed', async (key, Page, place) => {
  const broken = new Failure(500, { error: 'The database is down.' });
  const { userEvents, api } = renderScreen(<Page />, { ...place, replies: { ...others, [key]: broken } });
  await userEvents.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(api.of(key)).toHaveLength(2));
});
