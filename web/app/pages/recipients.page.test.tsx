import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildList } from '../testing/builders.ts';
import type { Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import RecipientsPage from './recipients.page.tsx';

const rosa = {
  id: 1,
  recipient: 'rosa',
  status: 'failed',
  variables: {},
  created_at: '2026-11-21T09:30:00.000Z',
  is_do_not_contact: false,
  list_id: 1,
  list_name: 'Bakers',
} as const;

function renderRecipients(replies: Replies = {}, url = '/recipients') {
  return renderScreen(<RecipientsPage />, {
    url,
    replies: {
      'GET /api/lists': { lists: [buildList(), buildList({ id: 2, name: 'Kites' })] },
      'GET /api/recipients': { recipients: [rosa], pagination: { page: 1, limit: 50, total: 1, pages: 1 } },
      ...replies,
    },
  });
}

describe('all recipients', () => {
  it('show their list and status', async () => {
    renderRecipients();
    const row = (await screen.findByRole('rowheader', { name: /@rosa/ })).closest('tr');
    if (row === null) throw new Error('The name is in no row');
    // Once in its own column, once under the name for phones; the style sheet shows one of the two.
    for (const link of within(row).getAllByRole('link', { name: 'Bakers' })) {
      expect(link).toHaveAttribute('href', '/lists/1');
    }
    expect(within(row).getByText('Failed')).toBeInTheDocument();
  });

  it('are searched and filtered by status and list through the address', async () => {
    const { api } = renderRecipients({}, '/recipients?search=ro&status=failed&list=2&page=2');
    await screen.findByRole('rowheader', { name: /@rosa/ });
    expect(api.of('GET /api/recipients')[0]?.query).toEqual({
      search: 'ro',
      status: 'failed',
      list_id: '2',
      page: '2',
    });
  });

  it.each([
    ['are late', () => new Promise<never>(() => undefined)],
    ['cannot be loaded', new Error('down')],
  ])('are those of the list in the address, also when the lists %s', async (_what, lists) => {
    const { api } = renderRecipients({ 'GET /api/lists': lists }, '/recipients?list=2');
    await screen.findByRole('rowheader', { name: /@rosa/ });
    expect(api.of('GET /api/recipients').map(({ query }) => query['list_id'])).toEqual(['2']);
    expect(screen.getByRole('combobox', { name: 'List' })).toHaveValue('List 2');
  });

  it('say when nobody matches, and when there is nobody at all', async () => {
    const nobody = { recipients: [], pagination: { page: 1, limit: 50, total: 0, pages: 1 } };
    const { unmount } = renderRecipients({ 'GET /api/recipients': nobody }, '/recipients?status=sent');
    expect(await screen.findByText('No recipients found')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('Sent');
    unmount();
    renderRecipients({ 'GET /api/recipients': nobody });
    expect(await screen.findByText('No recipients yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('say so when they cannot be loaded', async () => {
    renderRecipients({ 'GET /api/recipients': new Error('down') });
    expect(await screen.findByText('Failed to fetch recipients')).toBeInTheDocument();
  });
});
