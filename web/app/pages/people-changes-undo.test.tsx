import type { PeopleChange } from '@sandpiper/contract/people-changes';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, paginationOf } from '../testing/builders.ts';
import { buildPeopleChange } from '../testing/people-builders.ts';
import { renderPeople, selectBoth } from '../testing/people-screen.tsx';

describe('undoing a bulk change', () => {
  it('counts the people who couldn’t be restored, by reason', async () => {
    const left_out = [
      { reason: 'changed_since' as const, count: 1 },
      { reason: 'gone' as const, count: 3 },
    ];
    const undo = { is_possible: false, until: null, put_back: 8, left_out };
    const undone = buildPeopleChange({ status: 'undone', changed: 12, in_flight: ['rosa'], undo });
    const view = renderPeople({
      'POST /api/people-changes': { change: buildPeopleChange({ changed: 12 }) },
      'POST /api/people-changes/:id/undo': { change: undone },
    });
    const { userEvents } = view;
    await selectBoth(view);
    await userEvents.click(screen.getByRole('button', { name: 'Tag…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Tag people' }));
    await userEvents.type(form.getByRole('combobox', { name: 'Tag' }), 'VIP{Enter}');
    await userEvents.click(form.getByRole('button', { name: 'Tag 2 people' }));
    view.api.set({ 'GET /api/people-changes': { changes: [undone], pagination: paginationOf(1) } });
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    const text = 'Undone for 8 people (1 has changed since then, 3 could no longer be restored)';
    expect(await screen.findByText(`${text}: Tagged 12 people with “VIP”`)).toBeInTheDocument();
    expect(screen.queryByText('Undone')).not.toBeInTheDocument();
    // The change itself has already warned that a message may be on its way.
    expect(screen.queryByText(/may be on its way/)).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Recent changes' }));
    expect(await within(await screen.findByRole('dialog')).findByText(text)).toBeInTheDocument();
  });

  it('needs a subscription, unless the change marked people as do not contact', async () => {
    const tagged = buildPeopleChange({ id: 1 });
    const marked = buildPeopleChange({ id: 2, change: { ...tagged.change, type: 'do_not_contact' } });
    const { userEvents } = renderPeople(
      { 'GET /api/people-changes': { changes: [marked, tagged], pagination: paginationOf(2) } },
      '/people',
      buildUser({ subscription_end_date: '2020-01-01' }),
    );
    await userEvents.click(await screen.findByRole('button', { name: 'Recent changes' }));
    expect(await screen.findByRole('button', { name: 'Undo: Tagged 2 people with “VIP”' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Undo: Added 2 people to Do not contact' })).toBeEnabled();
  });

  it('isn’t offered when a change ends after the subscription', async () => {
    const change = buildPeopleChange({ status: 'running' });
    const changes = (status: PeopleChange['status']) => ({
      changes: [{ ...change, status }],
      pagination: paginationOf(1),
    });
    const { api } = renderPeople(
      { 'GET /api/people-changes': changes('running') },
      '/people',
      buildUser({ subscription_end_date: '2020-01-01' }),
    );
    await screen.findByText('Tagging people with “VIP”');
    api.set({ 'GET /api/people-changes': changes('done') });
    expect(await screen.findByText('Tagged 2 people with “VIP”')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('is announced even if it ends before the page has loaded its progress', async () => {
    const done = buildPeopleChange({ changed: 600 });
    const undo = { is_possible: false, until: null, put_back: 600, left_out: [] };
    const { api, userEvents } = renderPeople({
      'GET /api/people-changes': { changes: [done], pagination: paginationOf(1) },
      'POST /api/people-changes/:id/undo': { change: { ...done, status: 'undoing' } },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Recent changes' }));
    const button = await screen.findByRole('button', { name: 'Undo: Tagged 600 people with “VIP”' });
    api.set({
      'GET /api/people-changes': { changes: [{ ...done, status: 'undone', undo }], pagination: paginationOf(1) },
    });
    await userEvents.click(button);
    expect(await screen.findByText('Undone for 600 people: Tagged 600 people with “VIP”')).toBeInTheDocument();
  });

  it('shows its own progress, and how far it got if it was canceled', async () => {
    const put = (put_back: number, is_possible: boolean) => ({
      undo: { is_possible, until: null, put_back, left_out: [{ reason: 'changed_since' as const, count: 100 }] },
    });
    const change = { total: 12_000, done: 12_000, changed: 11_000 };
    const { api, userEvents } = renderPeople({
      'GET /api/people-changes': {
        changes: [buildPeopleChange({ ...change, status: 'undoing', ...put(400, false) })],
        pagination: paginationOf(1),
      },
    });
    const bar = await screen.findByRole('progressbar', { name: 'Undoing: Tagging people with “VIP”' });
    expect(Number(bar.getAttribute('aria-valuenow'))).toBeCloseTo((500 / 11_000) * 100);
    expect(screen.getByText('500 of 11,000 people')).toBeInTheDocument();
    api.set({
      'GET /api/people-changes': {
        changes: [buildPeopleChange({ ...change, status: 'canceled', ...put(700, true) })],
        pagination: paginationOf(1),
      },
    });
    const text = 'The undo was canceled after 800 people';
    expect(await screen.findByText(`${text}: Tagged 11,000 people with “VIP”`)).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Recent changes' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(text)).toBeInTheDocument();
    expect(dialog.getByText('Tagged 11,000 people with “VIP”')).toBeInTheDocument();
  });
});
