import type { CallOutput } from '@sandpiper/contract/client';
import PersonPage from '../pages/person.page.tsx';
import { buildUser } from './builders.ts';
import type { Replies } from './fake-api.ts';
import { buildPerson } from './people-builders.ts';
import { renderScreen } from './render-screen.tsx';

type PersonDetail = CallOutput<'GET /api/person/:username'>;

const at = '2026-11-21T09:30:00.000Z';

export function buildDetail(changes: Partial<PersonDetail> = {}): PersonDetail {
  return {
    person: buildPerson({ tags: [{ id: 3, name: 'VIP' }], note: 'Wants the catalog' }),
    mark: null,
    summary: {
      sent: 2,
      failed: 1,
      skipped: 0,
      unknown: 0,
      first_contacted_at: '2026-10-01T08:00:00.000Z',
      replied_at: at,
      waiting_in: [{ id: 4, name: 'Winter' }],
    },
    ...changes,
  };
}

/** Renders rosa's page. */
export function renderPerson(replies: Replies = {}, user = buildUser()) {
  return renderScreen(<PersonPage />, {
    url: '/people/rosa',
    path: '/people/:username',
    user,
    replies: {
      'GET /api/person/:username': buildDetail(),
      'GET /api/person/:username/timeline': { events: [], next_before: null },
      'GET /api/tags': { tags: [{ id: 4, name: 'Baker', people: { count: 1, is_more: false } }] },
      ...replies,
    },
  });
}
