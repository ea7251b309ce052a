import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paginationOf } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { people, renderList } from '../testing/list-detail-screen.tsx';
import { buildPeopleChange } from '../testing/people-builders.ts';

const statusChange = { type: 'set_status' as const, tag: null, list: null, status: 'sent' as const, reason: null };

describe('the selected recipients', () => {
  it('can be given a status, and the change can be undone', async () => {
    const { api, userEvents } = renderList({
      'POST /api/people-changes': { change: buildPeopleChange({ change: statusChange }) },
      'POST /api/people-changes/:id/undo': { change: buildPeopleChange({ status: 'undone' }) },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select rosa' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select olive' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Status' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Sent' }));
    expect(await screen.findByText('Marked 2 people as Sent')).toBeInTheDocument();
    expect(api.of('POST /api/people-changes').map(({ body }) => body)).toEqual([
      { scope: { list_id: 1, recipient_ids: [1, 3] }, change: { type: 'set_status', status: 'sent' } },
    ]);
    expect(screen.queryByText(/selected/)).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
  });

  it('can be removed, and the page says how many of them stay withdrawn from campaigns even after an undo', async () => {
    const removal = {
      ...statusChange,
      type: 'remove_from_list' as const,
      status: null,
      list: { id: 1, name: 'Spring' },
    };
    const { userEvents } = renderList({
      'POST /api/people-changes': { change: buildPeopleChange({ change: removal, withdrawn: 1 }) },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select rosa' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select olive' }));
    await userEvents.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Delete 2 Recipients' }));
    const outcome =
      'Removed 2 people from Spring. 1 person will no longer be messaged by campaigns that have started. Undo doesn’t change that.';
    expect(await screen.findByText(outcome)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  it('can be everyone who matches the filter, not just the people on this page', async () => {
    const { api, userEvents } = renderList(
      {
        'GET /api/lists/:id/recipients': {
          recipients: people,
          pagination: { page: 1, limit: 50, total: 1204, pages: 25 },
        },
        'POST /api/people-changes': { change: buildPeopleChange({ status: 'running', done: 0, total: 1204 }) },
      },
      { url: '/lists/1?search=a&status=pending' },
    );
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    expect(screen.getByText('1,204 selected')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete 1,204 Recipients' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete 1,204 Recipients' }));
    await waitFor(() => expect(screen.queryByText(/selected/)).not.toBeInTheDocument());
    expect(api.of('POST /api/people-changes').map(({ body }) => body)).toEqual([
      { scope: { list_id: 1, filter: { search: 'a', status: 'pending' } }, change: { type: 'remove_from_list' } },
    ]);
    expect(api.of('DELETE /api/recipients/:id')).toEqual([]);
  });

  it('can be everyone who matches a search, and are counted before they are deleted', async () => {
    const counted = Promise.withResolvers<{ count: number }>();
    const { api, userEvents } = renderList(
      {
        'GET /api/lists/:id/recipients': {
          recipients: people,
          pagination: { page: 1, limit: 50, total: 1000, pages: 20, is_more: true },
        },
        'POST /api/people-changes/count': () => counted.promise,
        'POST /api/people-changes': { change: buildPeopleChange({ status: 'running', done: 0, total: 3400 }) },
      },
      { url: '/lists/1?search=a' },
    );
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,000+)' }));
    expect(screen.getByText('More than 1,000 selected')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Select all who match/ })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete more than 1,000 Recipients' }));
    expect(question.getByText(/^This removes more than 1,000 people from the list/)).toBeInTheDocument();
    counted.resolve({ count: 3400 });
    expect(await question.findByText(/^This removes 3,400 people from the list/)).toBeInTheDocument();
    expect(screen.getByText('3,400 selected')).toBeInTheDocument();
    await userEvents.click(question.getByRole('button', { name: 'Delete 3,400 Recipients' }));
    await waitFor(() => expect(api.of('POST /api/people-changes')).toHaveLength(1));
    expect(api.of('POST /api/people-changes')[0]?.body).toEqual({
      scope: { list_id: 1, filter: { search: 'a' } },
      change: { type: 'remove_from_list' },
    });
  });

  it('are reduced to the rest of this page if one person is deselected after everyone was selected', async () => {
    const { userEvents } = renderList({
      'GET /api/lists/:id/recipients': {
        recipients: people,
        pagination: { page: 1, limit: 50, total: 1204, pages: 25 },
      },
    });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvents.click(screen.getByRole('button', { name: 'Select all who match (1,204)' }));
    await userEvents.click(screen.getByRole('checkbox', { name: 'Select mara' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
  });

  it('can be changed in the background, while the page shows the progress', async () => {
    const running = buildPeopleChange({ change: statusChange, status: 'running', total: 12_000, done: 3400 });
    renderList({ 'GET /api/people-changes': { changes: [running], pagination: paginationOf(1) } });
    expect(await screen.findByText('3,400 of 12,000 people')).toBeInTheDocument();
  });

  it('stay selected if the server refuses the change, and the reason is shown', async () => {
    const { userEvents } = renderList({ 'POST /api/people-changes': new Failure(500, { error: 'The tide is out.' }) });
    await userEvents.click(await screen.findByRole('checkbox', { name: 'Select rosa' }));
    await userEvents.click(screen.getByRole('button', { name: 'Status' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Pending' }));
    expect(await screen.findByText('Failed to update some recipients')).toBeInTheDocument();
    expect(screen.getByText('The tide is out.')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Delete 1 Recipient' }));
    expect(await screen.findByText('Failed to delete some recipients')).toBeInTheDocument();
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });
});
