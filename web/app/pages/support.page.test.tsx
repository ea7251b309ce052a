import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildTicket } from '../testing/administration-builders.ts';
import { buildUser, paginationOf } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import SupportPage from './support.page.tsx';

const noTickets = { tickets: [], pagination: paginationOf(0, 20) };
const oneTicket = { tickets: [buildTicket()], pagination: paginationOf(48, 20) };
const admin = buildUser({ role: 'admin' });

function openSupport(replies: Replies, options: { url?: string; user?: typeof admin } = {}) {
  return renderScreen(<SupportPage />, { url: '/support', ...options, replies });
}

describe('the list of tickets', () => {
  it('shows each ticket’s number, subject, status, priority, category and number of messages, with a link', async () => {
    openSupport({ 'GET /api/support': oneTicket });
    const row = within(await screen.findByRole('row', { name: /Window stays open/ }));
    expect(row.getByText('#T-0007')).toBeInTheDocument();
    expect(row.getByText('Open')).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'High' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: 'Bug report' })).toBeInTheDocument();
    expect(row.getByRole('cell', { name: '1' })).toBeInTheDocument();
    expect(row.getByRole('link', { name: 'View ticket T-0007' })).toHaveAttribute('href', '/support/7');
    expect(screen.getByText('Showing 1 to 20 of 48 results')).toBeInTheDocument();
  });

  it('says how many tickets there are, even if they fit on one page', async () => {
    openSupport({ 'GET /api/support': { ...oneTicket, pagination: paginationOf(2, 20) } });
    expect(await screen.findByText('Showing 1 to 2 of 2 results')).not.toHaveStyle({ position: 'absolute' });
  });

  it('shows administrators who opened each ticket', async () => {
    openSupport({ 'GET /api/support': oneTicket }, { user: admin });
    const row = within(await screen.findByRole('row', { name: /Window stays open/ }));
    expect(row.getByText('#T-0007 by ben')).toBeInTheDocument();
  });

  it('says that there are no tickets yet, or that no tickets match the filters', async () => {
    const { userEvents } = openSupport({ 'GET /api/support': noTickets });
    expect(await screen.findByText('No tickets found')).toBeInTheDocument();
    expect(screen.getByText("You haven't created any support tickets yet.")).toBeInTheDocument();
    await userEvents.click(screen.getByRole('combobox', { name: 'Status' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Resolved' }));
    expect(await screen.findByText('No tickets match your current filters.')).toBeInTheDocument();
  });

  it('sends the filters in the URL, and shows twenty tickets per page', async () => {
    const { api } = openSupport(
      { 'GET /api/support': oneTicket },
      { url: '/support?search=window&status=open&priority=nonsense&category=billing&page=2' },
    );
    await screen.findByText('#T-0007');
    expect(api.of('GET /api/support')[0]?.query).toEqual({
      search: 'window',
      status: 'open',
      category: 'billing',
      page: '2',
      limit: '20',
    });
  });

  it('returns to the first page when a filter is chosen', async () => {
    const { userEvents, router } = openSupport({ 'GET /api/support': oneTicket }, { url: '/support?page=3' });
    await screen.findByText('#T-0007');
    await userEvents.click(screen.getByRole('combobox', { name: 'Priority' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Urgent' }));
    await waitFor(() => expect(router.state.location.search).toBe('?priority=urgent'));
  });

  it('shows an error when tickets cannot be loaded, and retries on request', async () => {
    const { userEvents, api } = openSupport({ 'GET /api/support': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Failed to fetch support tickets')).toBeInTheDocument();
    api.set({ 'GET /api/support': oneTicket });
    await userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('#T-0007')).toBeInTheDocument();
  });
});

describe('tickets that await a reply', () => {
  const tickets = [
    buildTicket({ is_unanswered: true }),
    buildTicket({ id: 8, ticket_number: 'T-0008', subject: 'Renewal', is_unanswered: false }),
  ];
  const replies = { 'GET /api/support': { tickets, pagination: paginationOf(2, 20) } };

  it('are marked for administrators, who can also filter for them', async () => {
    const { userEvents, api, router } = openSupport(replies, { user: admin });
    const row = within(await screen.findByRole('row', { name: /Window stays open/ }));
    expect(row.getByText('Awaiting reply')).toBeInTheDocument();
    expect(within(screen.getByRole('row', { name: /Renewal/ })).queryByText('Awaiting reply')).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('combobox', { name: 'Reply' }));
    await userEvents.click(await screen.findByRole('option', { name: 'Awaiting reply' }));
    await waitFor(() => expect(router.state.location.search).toBe('?unanswered=true'));
    await waitFor(() => expect(api.of('GET /api/support').at(-1)?.query).toMatchObject({ unanswered: 'true' }));
  });

  it('are not marked for other users', async () => {
    openSupport(replies);
    await screen.findByRole('row', { name: /Window stays open/ });
    expect(screen.queryByText('Awaiting reply')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Reply' })).not.toBeInTheDocument();
  });
});

describe('a new ticket', () => {
  async function openForm(replies: Replies) {
    const view = openSupport({ 'GET /api/support': oneTicket, ...replies });
    await view.userEvents.click(await screen.findByRole('button', { name: 'New Ticket' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create Support Ticket' }));
    return { ...view, form };
  }

  it('needs a subject and a description', async () => {
    const { form, userEvents, api } = await openForm({});
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    expect(await form.findByText('Subject is required')).toBeInTheDocument();
    expect(form.getByText('Description is required')).toBeInTheDocument();
    expect(api.of('POST /api/support')).toHaveLength(0);
  });

  it.each([
    ['renewal', 'Subscription renewal', 'Please renew my subscription.\n\nPack: Starter\nEnd date: 31-01-2020'],
    ['upgrade', 'Upgrade to Pro', 'Please upgrade my pack to Pro.\n\nPack: Starter\nEnd date: 31-01-2020'],
  ])('is filled in, and can be changed, if the URL asks for it (%s)', async (request, subject, description) => {
    const { userEvents, api, router } = openSupport(
      {
        'GET /api/support': oneTicket,
        'POST /api/support': { ticketNumber: 'T-0008', ticket: buildTicket({ id: 8 }) },
      },
      { url: `/support?status=open&new=${request}`, user: buildUser({ subscription_end_date: '2020-01-31' }) },
    );
    const form = within(await screen.findByRole('dialog', { name: 'Create Support Ticket' }));
    expect(router.state.location.search, 'a reload must not open the form again').toBe('?status=open');
    expect(form.getByLabelText(/Subject/)).toHaveValue(subject);
    expect(form.getByLabelText(/Description/)).toHaveValue(description);
    await userEvents.type(form.getByLabelText(/Description/), ' Thanks');
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    await waitFor(() => expect(api.of('POST /api/support')).toHaveLength(1));
    const values = { subject, description: `${description} Thanks`, priority: 'medium', category: 'billing' };
    expect(api.of('POST /api/support')[0]?.body).toEqual(values);
  });

  it('is empty after a filled-in form was closed', async () => {
    const { userEvents } = openSupport({ 'GET /api/support': oneTicket }, { url: '/support?new=renewal' });
    const form = await screen.findByRole('dialog', { name: 'Create Support Ticket' });
    await userEvents.click(within(form).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'New Ticket' }));
    const empty = within(await screen.findByRole('dialog', { name: 'Create Support Ticket' }));
    expect(empty.getByLabelText(/Subject/)).toHaveValue('');
  });

  it('stays in its form if the form was opened again before an earlier ticket was created', async () => {
    const answer = Promise.withResolvers<{ ticketNumber: string; ticket: ReturnType<typeof buildTicket> }>();
    const { form, userEvents, api } = await openForm({ 'POST /api/support': () => answer.promise });
    await userEvents.type(form.getByLabelText(/Subject/), 'Renewal');
    await userEvents.type(form.getByLabelText(/Description/), 'How?');
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    await waitFor(() => expect(api.of('POST /api/support')).toHaveLength(1));
    await userEvents.keyboard('{Escape}');
    await userEvents.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'New Ticket' }));
    const again = within(await screen.findByRole('dialog', { name: 'Create Support Ticket' }));
    await userEvents.type(again.getByLabelText(/Subject/), 'Invoices');
    answer.resolve({ ticketNumber: 'T-0008', ticket: buildTicket({ id: 8 }) });
    expect(await screen.findByText('Ticket created successfully! Ticket #T-0008')).toBeInTheDocument();
    expect(again.getByLabelText(/Subject/)).toHaveValue('Invoices');
    expect(again.getByRole('button', { name: 'Create Ticket' })).toBeEnabled();
  });

  it('keeps a description that is too long, and is not sent', async () => {
    const { form, userEvents, api } = await openForm({});
    await userEvents.type(form.getByLabelText(/Subject/), 'Renewal');
    await userEvents.click(form.getByLabelText(/Description/));
    await userEvents.paste('a'.repeat(5001));
    expect(form.getByText('Too long: 5,001 of 5,000 characters. Shorten the text.')).toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    expect(form.getByLabelText(/Description/)).toHaveValue('a'.repeat(5001));
    expect(api.of('POST /api/support')).toHaveLength(0);
  });

  it('has medium priority and the general category by default, and shows its number once sent', async () => {
    const { form, userEvents, api } = await openForm({
      'POST /api/support': { ticketNumber: 'T-0008', ticket: buildTicket({ id: 8 }) },
    });
    await userEvents.type(form.getByLabelText(/Subject/), 'Renewal');
    await userEvents.type(form.getByLabelText(/Description/), 'How?');
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    expect(await screen.findByText('Ticket created successfully! Ticket #T-0008')).toBeInTheDocument();
    expect(api.of('POST /api/support')[0]?.body).toEqual({
      subject: 'Renewal',
      description: 'How?',
      priority: 'medium',
      category: 'general',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'New Ticket' })).toHaveFocus());
  });

  it('keeps what was typed when the server rejects it, and shows the reason', async () => {
    const { form, userEvents } = await openForm({
      'POST /api/support': new Failure(500, { error: 'The database is down' }),
    });
    await userEvents.type(form.getByLabelText(/Subject/), 'Renewal');
    await userEvents.type(form.getByLabelText(/Description/), 'How?');
    await userEvents.click(form.getByRole('button', { name: 'Create Ticket' }));
    expect(await screen.findByText('The database is down')).toBeInTheDocument();
    expect(form.getByLabelText(/Subject/)).toHaveValue('Renewal');
  });

  it('asks before discarding what was typed', async () => {
    const { form, userEvents } = await openForm({});
    await userEvents.type(form.getByLabelText(/Description/), 'How?');
    await userEvents.keyboard('{Escape}');
    await userEvents.click(await form.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'New Ticket' }));
    expect(await screen.findByLabelText(/Description/)).toHaveValue('');
  });
});

describe('the contact tab', () => {
  it('is shown only to administrators', async () => {
    openSupport({ 'GET /api/support': oneTicket });
    await screen.findByText('#T-0007');
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  });

  it('lists what visitors wrote', async () => {
    const message = {
      id: 1,
      name: 'Ana Prado',
      email: 'ana@example.com',
      message: 'Do you send invoices?',
      created_at: '2026-11-21T09:30:00.000Z',
    };
    const { userEvents } = openSupport(
      {
        'GET /api/support': oneTicket,
        'GET /api/contact': { messages: [message], pagination: paginationOf(1, 20) },
      },
      { user: admin },
    );
    await userEvents.click(await screen.findByRole('tab', { name: 'Contact messages' }));
    expect(await screen.findByText('Do you send invoices?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'ana@example.com' })).toHaveAttribute('href', 'mailto:ana@example.com');
    expect(screen.getByRole('searchbox')).toBeInTheDocument();
  });

  it('links to the visitor’s email address, escaped so that it can’t add anything to the reply', async () => {
    const message = {
      id: 8,
      name: 'Ana Prado',
      email: 'ana@example.com?bcc=rob@example.com',
      message: 'Do you send invoices?',
      created_at: '2026-11-21T09:30:00.000Z',
    };
    const messages = { messages: [message], pagination: paginationOf(1, 20) };
    const { userEvents } = openSupport(
      { 'GET /api/support': oneTicket, 'GET /api/contact': messages },
      { user: admin },
    );
    await userEvents.click(await screen.findByRole('tab', { name: 'Contact messages' }));
    expect(await screen.findByRole('link', { name: message.email })).toHaveAttribute(
      'href',
      'mailto:ana@example.com%3Fbcc%3Drob@example.com',
    );
  });

  it('deletes a message after confirmation', async () => {
    const message = {
      id: 8,
      name: 'Ana Prado',
      email: 'ana@example.com',
      message: 'Do you send invoices?',
      created_at: '2026-11-21T09:30:00.000Z',
    };
    const { userEvents, api } = openSupport(
      {
        'GET /api/support': oneTicket,
        'GET /api/contact': { messages: [message], pagination: paginationOf(1, 20) },
        'DELETE /api/contact/:id': { success: true },
      },
      { user: admin },
    );
    await userEvents.click(await screen.findByRole('tab', { name: 'Contact messages' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Ana Prado' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete message' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete this message?' }));
    expect(question.getByText('Ana Prado')).toBeInTheDocument();
    api.set({ 'GET /api/contact': { messages: [], pagination: paginationOf(0, 20) } });
    await userEvents.click(question.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByText('Message deleted')).toBeInTheDocument();
    expect(await screen.findByText('No contact messages')).toBeInTheDocument();
    expect(api.of('DELETE /api/contact/:id')[0]?.params).toEqual({ id: '8' });
  });

  it('has no search until the first message arrives', async () => {
    const { userEvents } = openSupport(
      { 'GET /api/support': oneTicket, 'GET /api/contact': { messages: [], pagination: paginationOf(0, 20) } },
      { user: admin },
    );
    await userEvents.click(await screen.findByRole('tab', { name: 'Contact messages' }));
    expect(await screen.findByText('No contact messages')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});
