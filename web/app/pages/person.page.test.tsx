import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../testing/builders.ts';
import { Failure } from '../testing/fake-api.ts';
import { buildEvent, buildPerson } from '../testing/people-builders.ts';
import { buildDetail, renderPerson } from '../testing/person-screen.tsx';

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

  it('has a page that says if the person was never contacted', async () => {
    const { summary } = buildDetail();
    renderPerson({
      'GET /api/person/:username': buildDetail({
        person: buildPerson({ last_contacted_at: null }),
        summary: { ...summary, first_contacted_at: null },
      }),
    });
    const contact = await screen.findByRole('region', { name: 'Contact' });
    expect(within(contact).getByText('Last contact').nextSibling).toHaveTextContent('Never');
    expect(within(contact).queryByText('First contact')).not.toBeInTheDocument();
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

  it('has a note and tags that cannot be changed without a subscription', async () => {
    renderPerson({}, buildUser({ subscription_end_date: '2020-01-01' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'This person’s tags' })).toBeDisabled();
    expect(screen.getByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Do not contact' })).toBeEnabled();
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

  it('keeps what the user types while the note is being saved', async () => {
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

  it('keeps what was typed when saving fails', async () => {
    const { userEvents } = renderPerson({
      'PUT /api/person/:username': new Failure(500, { error: 'The tide is out.' }),
    });
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await userEvents.type(note, '!');
    await userEvents.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('The tide is out.')).toBeInTheDocument();
    expect(note).toHaveValue('Wants the catalog!');
  });

  it('keeps text that is too long, and does not save it', async () => {
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
  it('are saved as soon as a tag is added', async () => {
    const { userEvents, api } = renderPerson({
      'PUT /api/person/:username': { person: buildPerson({ note: 'Wants the catalog', tags: [] }) },
    });
    await userEvents.type(await screen.findByRole('combobox', { name: 'This person’s tags' }), 'Baker{Enter}');
    await waitFor(() => expect(api.of('PUT /api/person/:username')).toHaveLength(1));
    expect(api.of('PUT /api/person/:username')[0]?.body).toEqual({ tags: ['VIP', 'Baker'] });
  });

  it('are saved as soon as a tag is removed', async () => {
    const { userEvents, api } = renderPerson({ 'PUT /api/person/:username': { person: buildPerson({ tags: [] }) } });
    await userEvents.type(await screen.findByRole('combobox', { name: 'This person’s tags' }), '{Backspace}');
    await waitFor(() => expect(api.of('PUT /api/person/:username')[0]?.body).toEqual({ tags: [] }));
  });

  it('are kept if they were added in another tab or by a bulk change in the meantime', async () => {
    const tagged = (...names: string[]) => buildPerson({ tags: names.map((name, id) => ({ id, name })) });
    const answers = [buildDetail(), buildDetail({ person: tagged('VIP', 'Fair') })];
    const { userEvents, api } = renderPerson({
      'GET /api/person/:username': () => (answers.length > 1 ? answers.shift() : answers[0]) ?? buildDetail(),
      'PUT /api/person/:username': { person: tagged('Fair', 'Baker') },
    });
    const field = await screen.findByRole('combobox', { name: 'This person’s tags' });
    await userEvents.type(field, 'Baker{Enter}');
    await waitFor(() =>
      expect(api.of('PUT /api/person/:username')[0]?.body).toEqual({ tags: ['VIP', 'Fair', 'Baker'] }),
    );
    expect(await screen.findByText('Fair')).toBeInTheDocument();
  });
});
