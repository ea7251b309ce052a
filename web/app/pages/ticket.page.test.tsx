import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildTicket, buildTicketMessage } from '../testing/administration-builders.ts';
import { buildUser } from '../testing/builders.ts';
import { Failure, onlyOnce, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrival, expectEvery, stopTheClock } from '../testing/still-clock.ts';
import TicketPage from './ticket.page.tsx';

const detail = {
  ticket: buildTicket(),
  messages: [
    buildTicketMessage(),
    buildTicketMessage({ id: 2, account_id: 1, author_name: 'maria', message: 'Which Firefox?' }),
  ],
  has_earlier: false,
  report: null,
};
const admin = buildUser({ role: 'admin' });

function openTicket(replies: Replies, options: { id?: string; user?: typeof admin } = {}) {
  const { id = '7', user } = options;
  return renderScreen(<TicketPage />, {
    url: `/support/${id}`,
    path: '/support/:id',
    ...(user === undefined ? {} : { user }),
    replies,
  });
}

const box = () => screen.getByLabelText('Your message');
const sendButton = () => screen.getByRole('button', { name: /Send/ });

describe('a ticket', () => {
  it('shows its number, subject, badges, description and messages, with the user’s own messages on the other side', async () => {
    openTicket({ 'GET /api/support/:id': detail });
    expect(await screen.findByRole('heading', { name: '#T-0007 Window stays open' })).toBeInTheDocument();
    for (const text of ['Open', 'High', 'Bug report', 'One of three windows stayed open.']) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    const [theirs, own] = within(screen.getByRole('log', { name: 'Replies' })).getAllByRole('listitem');
    expect(theirs).not.toHaveAttribute('data-own');
    expect(theirs).toHaveTextContent('ben');
    expect(own).toHaveAttribute('data-own');
    expect(own).toHaveTextContent('maria (you)');
    expect(screen.getByRole('link', { name: 'Back to support' })).toHaveAttribute('href', '/support');
    expect(screen.queryByRole('region', { name: 'Diagnostic report' })).not.toBeInTheDocument();
  });

  it('shows the whole diagnostic report that came with it', async () => {
    const report = 'Sandpiper diagnostic report\nProblem: The inbox shows no list of conversations.';
    openTicket({ 'GET /api/support/:id': { ...detail, report } });
    expect((await screen.findByRole('region', { name: 'Diagnostic report' })).textContent).toBe(report);
  });

  it('shows its newest messages, and earlier messages on request', async () => {
    const earlier = { ...detail, messages: [buildTicketMessage({ id: 1, message: 'The very first' })] };
    const newest = { ...detail, messages: [buildTicketMessage({ id: 9, message: 'The latest' })], has_earlier: true };
    const { userEvents, api } = openTicket({
      'GET /api/support/:id': ({ query }) => (query['before'] === undefined ? newest : earlier),
    });
    await screen.findByText('The latest');
    await userEvents.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    const messages = () => within(screen.getByRole('log', { name: 'Replies' })).getAllByRole('listitem');
    await screen.findByText('The very first');
    expect(messages().map((item) => item.textContent)).toEqual([
      expect.stringContaining('The very first'),
      expect.stringContaining('The latest'),
    ]);
    expect(api.of('GET /api/support/:id').at(-1)?.query).toEqual({ before: '9' });
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).not.toBeInTheDocument();
  });

  it('has a button that leads to the newest message, but only if the thread is long', async () => {
    const messages = Array.from({ length: 11 }, (_, index) =>
      buildTicketMessage({ id: index + 1, message: `No. ${index}` }),
    );
    const { userEvents, unmount } = openTicket({ 'GET /api/support/:id': { ...detail, messages } });
    await userEvents.click(await screen.findByRole('button', { name: 'Go to the newest message' }));
    expect(document.activeElement).toHaveTextContent('No. 10');
    unmount();
    openTicket({ 'GET /api/support/:id': detail });
    await screen.findByText('Which Firefox?');
    expect(screen.queryByRole('button', { name: 'Go to the newest message' })).not.toBeInTheDocument();
  });

  it('hides the creator and the edit button from everyone but administrators', async () => {
    openTicket({ 'GET /api/support/:id': detail });
    await screen.findByText('Which Firefox?');
    expect(screen.queryByText('Created By')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Update Ticket' })).not.toBeInTheDocument();
  });

  it('is shown as not found, with a way back, if it doesn’t exist', async () => {
    openTicket({ 'GET /api/support/:id': new Failure(404, { error: 'Not found', code: 'not_found' }) });
    expect(await screen.findByRole('heading', { name: 'Support ticket not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to support' })).toBeInTheDocument();
  });

  it('is shown as not found, without a request, if the URL has no valid ID', async () => {
    const { api } = openTicket({}, { id: 'abc' });
    expect(await screen.findByRole('heading', { name: 'Support ticket not found' })).toBeInTheDocument();
    expect(api.of('GET /api/support/:id')).toHaveLength(0);
  });

  it('returns the user to the list if its details cannot be fetched', async () => {
    const { router } = openTicket({ 'GET /api/support/:id': new Failure(500, { error: 'Broken' }) });
    expect(await screen.findByText('Failed to fetch ticket details')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/support'));
  });
});

describe('a ticket that is on screen', () => {
  stopTheClock();

  it('is refetched every five seconds to show new replies, even after a failed attempt', async () => {
    const { api } = openTicket({ 'GET /api/support/:id': { ...detail, messages: [] } });
    const asked = () => api.of('GET /api/support/:id').length;
    await arrival(() => screen.getByText('One of three windows stayed open.'));
    api.set({ 'GET /api/support/:id': new Failure(500, { error: 'Broken' }) });
    await expectEvery(5000, asked);
    await arrival(() => screen.getByText('Failed to fetch ticket details'));
    api.set({ 'GET /api/support/:id': detail });
    await expectEvery(5000, asked);
    await arrival(() => screen.getByText('Which Firefox?'));
  });
});

describe('the reply form', () => {
  it('requires more than spaces', async () => {
    const { userEvents } = openTicket({ 'GET /api/support/:id': detail });
    await screen.findByText('Which Firefox?');
    await userEvents.type(box(), '   ');
    expect(sendButton()).toBeDisabled();
  });

  it('keeps a message that is too long in the field, and does not send it', async () => {
    const { userEvents, api } = openTicket({ 'GET /api/support/:id': detail });
    await screen.findByText('Which Firefox?');
    await userEvents.click(box());
    await userEvents.paste('a'.repeat(5001));
    await userEvents.click(sendButton());
    expect(screen.getByText('Too long: 5,001 of 5,000 characters. Shorten the text.')).toBeInTheDocument();
    expect(box()).toHaveValue('a'.repeat(5001));
    expect(api.of('POST /api/support/:id/messages')).toHaveLength(0);
  });

  it('asks before discarding unsent text', async () => {
    const { userEvents } = openTicket({ 'GET /api/support/:id': detail });
    await screen.findByText('Which Firefox?');
    await userEvents.type(box(), 'Version 153');
    await userEvents.click(screen.getByRole('link', { name: /Back to/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without sending your message?' }));
    await userEvents.click(question.getByRole('button', { name: 'Cancel' }));
    expect(box()).toHaveValue('Version 153');
  });

  it('sends the trimmed text, and disables the button until the server responds', async () => {
    const answered = Promise.withResolvers<{ message: ReturnType<typeof buildTicketMessage> }>();
    const { userEvents, api } = openTicket({
      'GET /api/support/:id': detail,
      'POST /api/support/:id/messages': () => answered.promise,
    });
    await screen.findByText('Which Firefox?');
    await userEvents.type(box(), ' Version 153 ');
    await userEvents.click(sendButton());
    await waitFor(() => expect(api.of('POST /api/support/:id/messages')).toHaveLength(1));
    expect(sendButton()).toBeDisabled();
    expect(screen.getByText('Version 153')).toBeInTheDocument();
    const message = buildTicketMessage({ id: 3, account_id: 1, author_name: 'maria', message: 'Version 153' });
    api.set({ 'GET /api/support/:id': { ...detail, messages: [...detail.messages, message] } });
    answered.resolve({ message });
    expect(await screen.findByText('Message sent successfully')).toBeInTheDocument();
    expect(api.of('POST /api/support/:id/messages')[0]?.body).toEqual({ message: 'Version 153' });
    await waitFor(() => expect(screen.getAllByText('Version 153')).toHaveLength(1));
    expect(box()).toHaveValue('');
  });

  it('restores the text when it could not be sent', async () => {
    const { userEvents } = openTicket({
      'GET /api/support/:id': detail,
      'POST /api/support/:id/messages': new Failure(500, { error: 'Broken' }),
    });
    await screen.findByText('Which Firefox?');
    await userEvents.type(box(), 'Version 153');
    await userEvents.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Broken')).toBeInTheDocument();
    await waitFor(() => expect(box()).toHaveValue('Version 153'));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('keeps the text if the user tries to leave while it is being sent, and sending fails', async () => {
    const answered = Promise.withResolvers<Failure>();
    const { userEvents } = openTicket({
      'GET /api/support/:id': detail,
      'POST /api/support/:id/messages': () => answered.promise,
    });
    await screen.findByText('Which Firefox?');
    await userEvents.type(box(), 'Version 153');
    await userEvents.click(sendButton());
    await userEvents.click(screen.getByRole('link', { name: /Back to/ }));
    const question = await screen.findByRole('dialog', { name: 'Leave while your message is being sent?' });
    await userEvents.click(within(question).getByRole('button', { name: 'Cancel' }));
    answered.resolve(new Failure(500, { error: 'Broken' }));
    await waitFor(() => expect(box()).toHaveValue('Version 153'));
  });
});

describe('an administrator', () => {
  const replies: Replies = {
    'GET /api/support/:id': detail,
    'GET /api/support/admin/users': { users: [{ id: 1, username: 'maria' }] },
  };

  async function chooseResolved(more: Replies) {
    const view = openTicket({ ...replies, ...more }, { user: admin });
    await view.userEvents.click(await screen.findByRole('button', { name: 'Update Ticket' }));
    const form = within(await screen.findByRole('dialog', { name: 'Update Ticket' }));
    await view.userEvents.click(form.getByRole('combobox', { name: 'Status' }));
    await view.userEvents.click(await screen.findByRole('option', { name: 'Resolved' }));
    await view.userEvents.click(form.getByRole('combobox', { name: 'Assigned To' }));
    await view.userEvents.click(await screen.findByRole('option', { name: 'maria' }));
    await view.userEvents.click(form.getByRole('button', { name: 'Update Ticket' }));
    return view;
  }

  it('sees who created the ticket and who it is assigned to', async () => {
    openTicket(replies, { user: admin });
    expect(await screen.findByText('Created By')).toBeInTheDocument();
    expect(screen.getByText('Unassigned')).toBeInTheDocument();
  });

  it('saves a new status and assignee, and sends no unchanged fields', async () => {
    const ticket = buildTicket({ status: 'resolved', assigned_to: 1, assigned_to_name: 'maria' });
    const { api } = await chooseResolved({ 'PUT /api/support/:id': { ticket } });
    expect(await screen.findByText('Ticket updated successfully')).toBeInTheDocument();
    expect(api.of('PUT /api/support/:id')[0]?.body).toEqual({ status: 'resolved', assigned_to: 1 });
  });

  it('sees the old status and the reason when the server refuses the change', async () => {
    const answered = Promise.withResolvers<Failure>();
    await chooseResolved({ 'GET /api/support/:id': onlyOnce(detail), 'PUT /api/support/:id': () => answered.promise });
    const header = screen.getByRole('heading', { name: /^#T-0007/, hidden: true }).closest('header');
    await waitFor(() => expect(header).toHaveTextContent('Resolved'));
    answered.resolve(new Failure(500, { error: 'Somebody was faster' }));
    expect(await screen.findByText('Somebody was faster')).toBeInTheDocument();
    await waitFor(() => expect(header).toHaveTextContent('Open'));
  });
});
