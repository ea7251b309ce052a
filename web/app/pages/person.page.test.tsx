import type { CallOutput } from '@sandpiper/contract/client';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { buildEvent, buildPerson } from '../testing/people-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import PersonPage from './person.page.tsx';

type PersonDetail = CallOutput<'GET /api/person/:username'>;

const at = '2026-11-21T09:30:00.000Z';
const mark = { reason: 'Asked us to stop', origin: 'person_page' as const, created_at: at };

function buildDetail(changes: Partial<PersonDetail> = {}): PersonDetail {
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
const marked = buildDetail({ person: buildPerson({ is_do_not_contact: true }), mark });

function renderPerson(replies: Replies = {}, user = buildUser()) {
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

type View = ReturnType<typeof renderPerson>;

async function openForget({ userEvents }: View) {
  await userEvents.click(await screen.findByRole('button', { name: 'Actions for @rosa' }));
  await userEvents.click(await screen.findByRole('menuitem', { name: 'Forget this person', hidden: true }));
  return within(await screen.findByRole('dialog', { name: 'Forget @rosa?' }));
}

describe('a person', () => {
  it('is shown with contact history, lists, tags and note', async () => {
    renderPerson();
    const contact = within(await screen.findByRole('region', { name: 'Contact' }));
    expect(screen.getByRole('heading', { level: 1, name: '@rosa' })).toBeInTheDocument();
    expect(contact.getByText('2 sent, 1 failed')).toBeInTheDocument();
    expect(contact.getByText('studio')).toBeInTheDocument();
    expect(contact.getByText(/^01-10-2026/)).toBeInTheDocument();
    expect(contact.getByRole('link', { name: 'Winter' })).toHaveAttribute('href', '/campaigns/4');
    const lists = within(screen.getByRole('list', { name: 'This person’s lists' }));
    expect(lists.getByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/lists/1');
    expect(within(screen.getByRole('region', { name: 'Tags' })).getByText('VIP')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants the catalog');
  });

  it('has a timeline that links to lists and campaigns, and loads page by page', async () => {
    const events = [
      buildEvent({ id: '3', type: 'message_sent', campaign: { id: 4, name: 'Winter' }, profile_name: 'studio' }),
      buildEvent({ id: '2', type: 'skipped', campaign: { id: null, name: 'Autumn' }, text: 'Contacted recently.' }),
    ];
    const older = [buildEvent({ id: '1', list: { id: 1, name: 'Bakers' }, import: { id: 1, file_name: 'fair.xlsx' } })];
    const { userEvents, api } = renderPerson({
      'GET /api/person/:username/timeline': ({ query }) =>
        query['before'] === undefined ? { events, next_before: 'x' } : { events: older, next_before: null },
    });
    const timeline = await screen.findByRole('list', { name: 'History, newest first' });
    const texts = () =>
      within(timeline)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(texts()[0]).toMatch(/^Message sent in Winter by studio/);
    expect(texts()[1]).toMatch(/^Skipped in Autumn \(deleted\)Contacted recently\./);
    await userEvents.click(screen.getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(texts()).toHaveLength(3));
    expect(texts()[2]).toMatch(/^Added to Bakers from fair\.xlsx/);
    expect(api.of('GET /api/person/:username/timeline')[1]?.query).toEqual({ before: 'x' });
    expect(screen.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('has a timeline that includes the user’s changes', async () => {
    const guests = { id: null, name: 'Guests' };
    renderPerson({
      'GET /api/person/:username/timeline': {
        events: [
          buildEvent({ id: '6', type: 'removed_from_list', list: guests }),
          buildEvent({
            id: '5',
            type: 'status_changed',
            list: { id: 1, name: 'Bakers' },
            recipient_status: 'not_found',
          }),
          buildEvent({ id: '4', type: 'untagged', tag: 'VIP' }),
          buildEvent({ id: '3', type: 'note_changed' }),
          buildEvent({ id: '2', type: 'note_changed', text: 'Likes tea' }),
          buildEvent({ id: '1', list: guests }),
        ],
        next_before: null,
      },
    });
    const timeline = await screen.findByRole('list', { name: 'History, newest first' });
    const texts = within(timeline)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    const expected = [
      /^Removed from Guests \(deleted\)/,
      /^Marked as Not found on Bakers/,
      /^Tag removed: VIP/,
      /^Note deleted/,
      /^Note changedLikes tea/,
      /^Added to Guests \(deleted\)/,
    ];
    for (const [index, text] of expected.entries()) expect(texts[index]).toMatch(text);
  });

  it('is shown as not found after a 404, and can be loaded again after any other failure', async () => {
    const { unmount } = renderPerson({
      'GET /api/person/:username': new Failure(404, { error: 'No', code: 'not_found' }),
    });
    expect(await screen.findByText('You don’t have anyone with this username in Sandpiper.')).toBeInTheDocument();
    unmount();
    const { userEvents, api } = renderPerson({ 'GET /api/person/:username': new Error('down') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/person/:username': buildDetail() });
    await userEvents.click(retry);
    expect(await screen.findByRole('region', { name: 'Contact' })).toBeInTheDocument();
  });

  it('cannot be changed without a subscription', async () => {
    renderPerson({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeDisabled();
    expect(screen.getByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Never contact again' })).toBeEnabled();
  });
});

describe('a person’s note', () => {
  it('can be saved or discarded', async () => {
    const { userEvents, api } = renderPerson({
      'PUT /api/person/:username': { person: buildPerson({ note: 'Wants the catalog!' }) },
    });
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvents.type(note, '?');
    await userEvents.click(screen.getByRole('button', { name: 'Discard' }));
    expect(note).toHaveValue('Wants the catalog');
    await userEvents.type(note, '!');
    await userEvents.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Note saved')).toBeInTheDocument();
    expect(api.of('PUT /api/person/:username')[0]?.body).toEqual({ note: 'Wants the catalog!' });
    expect(screen.queryByRole('button', { name: 'Save note' })).not.toBeInTheDocument();
  });

  it('keeps what is typed while it is being saved', async () => {
    const answer = Promise.withResolvers<{ person: ReturnType<typeof buildPerson> }>();
    const { userEvents } = renderPerson({ 'PUT /api/person/:username': () => answer.promise });
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvents.type(note, '!');
    await userEvents.click(screen.getByRole('button', { name: 'Save note' }));
    await userEvents.type(note, ' In May.');
    answer.resolve({ person: buildPerson({ note: 'Wants the catalog!' }) });
    expect(await screen.findByText('Note saved')).toBeInTheDocument();
    expect(note).toHaveValue('Wants the catalog! In May.');
  });

  it('keeps what was typed when the server refuses', async () => {
    const { userEvents } = renderPerson({
      'PUT /api/person/:username': new Failure(500, { error: 'The tide is out.' }),
    });
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvents.type(note, '!');
    await userEvents.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('The tide is out.')).toBeInTheDocument();
    expect(note).toHaveValue('Wants the catalog!');
  });

  it('keeps a text that is too long, and does not save it', async () => {
    const { userEvents, api } = renderPerson();
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvents.clear(note);
    await userEvents.paste('a'.repeat(2001));
    await userEvents.click(screen.getByRole('button', { name: 'Save note' }));
    expect(screen.getByText('Too long: 2,001 of 2,000 characters. Shorten the text.')).toBeInTheDocument();
    expect(note).toHaveValue('a'.repeat(2001));
    expect(api.of('PUT /api/person/:username')).toHaveLength(0);
  });

  it('asks before discarding unsaved text', async () => {
    const { userEvents, router } = renderPerson();
    await userEvents.type(await screen.findByRole('textbox', { name: 'Note' }), '!');
    await userEvents.click(screen.getByRole('link', { name: 'People' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving the note?' }));
    await userEvents.click(question.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/people/rosa');
    await userEvents.click(screen.getByRole('link', { name: 'People' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
  });
});

describe('a person’s tags', () => {
  it('are added and removed immediately', async () => {
    const { userEvents, api } = renderPerson({
      'PUT /api/person/:username': { person: buildPerson({ note: 'Wants the catalog', tags: [] }) },
    });
    await userEvents.type(await screen.findByRole('combobox', { name: 'This person’s tags' }), 'Baker{Enter}');
    await waitFor(() => expect(api.of('PUT /api/person/:username')).toHaveLength(1));
    expect(api.of('PUT /api/person/:username')[0]?.body).toEqual({ tags: ['VIP', 'Baker'] });
  });
});

describe('never contacting a person again', () => {
  it('lists the campaigns that will skip the person, and saves the reason', async () => {
    const { userEvents, api } = renderPerson({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: [] } });
    await userEvents.click(await screen.findByRole('button', { name: 'Never contact again' }));
    const form = within(await screen.findByRole('dialog', { name: 'Never contact again' }));
    expect(form.getByText(/The campaign Winter will skip them\./)).toBeInTheDocument();
    await userEvents.click(form.getByRole('textbox', { name: 'Reason' }));
    await userEvents.paste('a'.repeat(501));
    await userEvents.click(form.getByRole('button', { name: 'Never contact again' }));
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    await userEvents.clear(form.getByRole('textbox', { name: 'Reason' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked us to stop');
    api.set({ 'GET /api/person/:username': marked });
    await userEvents.click(form.getByRole('button', { name: 'Never contact again' }));
    expect(await screen.findByText('@rosa won’t be contacted again')).toBeInTheDocument();
    expect(api.of('POST /api/do-not-contact')[0]?.body).toEqual({
      usernames: ['rosa'],
      origin: 'person_page',
      reason: 'Asked us to stop',
    });
    expect(await screen.findByText('Reason: Asked us to stop')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Allow contact again' })).toBeInTheDocument();
  });

  it('asks before discarding the reason', async () => {
    const { userEvents } = renderPerson({});
    await userEvents.click(await screen.findByRole('button', { name: 'Never contact again' }));
    const form = within(await screen.findByRole('dialog', { name: 'Never contact again' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked us to stop');
    await userEvents.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
    await userEvents.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('warns when a message may be on its way', async () => {
    const { userEvents } = renderPerson({ 'POST /api/do-not-contact': { added: 1, in_flight: ['rosa'], invalid: [] } });
    await userEvents.click(await screen.findByRole('button', { name: 'Never contact again' }));
    const form = within(await screen.findByRole('dialog', { name: 'Never contact again' }));
    await userEvents.click(form.getByRole('button', { name: 'Never contact again' }));
    expect(await screen.findByText('A message to @rosa may be on its way')).toBeInTheDocument();
  });

  it('can be undone with a reason, which is saved', async () => {
    const { userEvents, api } = renderPerson({
      'GET /api/person/:username': marked,
      'DELETE /api/do-not-contact/:username': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Allow contact again' }));
    const form = within(await screen.findByRole('dialog', { name: 'Allow contact again' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'They wrote to us');
    await userEvents.click(form.getByRole('button', { name: 'Allow contact' }));
    expect(await screen.findByText('@rosa can be contacted again')).toBeInTheDocument();
    expect(api.of('DELETE /api/do-not-contact/:username')[0]?.query).toEqual({ reason: 'They wrote to us' });
  });
});

describe('forgetting a person', () => {
  it('shows what is deleted and what is kept, and returns to the People screen', async () => {
    const view = renderPerson({
      'POST /api/person/:username/forget': () => {
        view.api.set({
          'GET /api/person/:username': new Failure(404, { error: 'You have nobody with this username.' }),
          // Keeps this response pending, because with a real server, the response about the person can arrive first.
          'GET /api/tags': () => new Promise(() => {}),
        });
        return { success: true, withdrawn_from: 1 };
      },
    });
    const dialog = await openForget(view);
    expect(dialog.getByText('their username, note and tags, and their place on 1 list')).toBeInTheDocument();
    expect(dialog.getByText('the results and log entries of your campaigns')).toBeInTheDocument();
    expect(dialog.getByText(/won’t message them anymore: Winter\./)).toBeInTheDocument();
    await view.userEvents.click(dialog.getByRole('button', { name: 'Forget this person' }));
    expect(await screen.findByText('@rosa was forgotten')).toBeInTheDocument();
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/people'));
  });

  it('explains why it is not possible right now', async () => {
    const view = renderPerson({
      'POST /api/person/:username/forget': new Failure(409, { error: 'A message to them may be leaving.' }),
    });
    const dialog = await openForget(view);
    await view.userEvents.click(dialog.getByRole('button', { name: 'Forget this person' }));
    expect(await dialog.findByText('A message to them may be leaving.')).toBeInTheDocument();
    expect(view.router.state.location.pathname).toBe('/people/rosa');
  });
});
