import type { Recipient, RecipientStatus } from '@sandpiper/contract/recipients';
import { UploadsProvider } from '../features/imports/uploads.provider.tsx';
import ListDetailPage from '../pages/list-detail.page.tsx';
import { buildList, paginationOf } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

const at = '2026-11-21T09:30:00.000Z';

export function person(id: number, recipient: string, status: RecipientStatus = 'pending'): Recipient {
  return { id, recipient, status, variables: {}, created_at: at, is_not_known: false, is_do_not_contact: false };
}

export const people = [person(1, 'rosa'), person(2, 'mara', 'sent'), person(3, 'olive', 'not_found')];
export const onePage = { page: 1, limit: 50, total: 3, pages: 1 };

/** Renders the page of a list with three people. */
export function renderList(replies: Replies = {}, options: Parameters<typeof renderScreen>[1] = {}) {
  const page = (
    <UploadsProvider>
      <ListDetailPage />
    </UploadsProvider>
  );
  return renderScreen(page, {
    url: '/lists/1',
    path: '/lists/:id',
    ...options,
    replies: {
      'GET /api/lists/:id': { list: buildList({ recipient_count: 3, pending_count: 1 }) },
      'GET /api/lists/:id/recipients': { recipients: people, pagination: onePage },
      'GET /api/imports': { imports: [], pagination: paginationOf(0) },
      'GET /api/people-changes': { changes: [], pagination: paginationOf(0) },
      ...replies,
    },
  });
}
