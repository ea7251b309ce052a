import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readToken, removeToken } from '../platform/token-store.ts';
import { Failure } from '../testing/fake-api.ts';
import { buildPerson } from '../testing/people-builders.ts';
import { buildDetail, renderPerson } from '../testing/person-screen.tsx';

const mark = { reason: 'Asked us to stop', origin: 'person_page' as const, created_at: '2026-11-21T09:30:00.000Z' };
const marked = buildDetail({ person: buildPerson({ is_do_not_contact: true }), mark });

type View = ReturnType<typeof renderPerson>;

async function openForget({ userEvents }: View) {
  await userEvents.click(await screen.findByRole('button', { name: 'Actions for @rosa' }));
  await userEvents.click(await screen.findByRole('menuitem', { name: 'Forget this person' }));
  return within(await screen.findByRole('dialog', { name: 'Forget @rosa?' }));
}

describe('never contacting a person again', () => {
  it('lists the campaigns that will skip the person, and saves the reason', async () => {
    const { userEvents, api } = renderPerson({ 'POST /api/do-not-contact': { added: 1, in_flight: [], invalid: [] } });
    await userEvents.click(await screen.findByRole('button', { name: 'Do not contact' }));
    const form = within(await screen.findByRole('dialog', { name: 'Do not contact' }));
    expect(form.getByText(/The campaign Winter will skip them\./)).toBeInTheDocument();
    await userEvents.click(form.getByRole('textbox', { name: 'Reason' }));
    await userEvents.paste('a'.repeat(501));
    await userEvents.click(form.getByRole('button', { name: 'Do not contact' }));
    expect(form.getByText('Too long: 501 of 500 characters. Shorten the text.')).toBeInTheDocument();
    await userEvents.clear(form.getByRole('textbox', { name: 'Reason' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked us to stop');
    api.set({ 'GET /api/person/:username': marked });
    await userEvents.click(form.getByRole('button', { name: 'Do not contact' }));
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
    await userEvents.click(await screen.findByRole('button', { name: 'Do not contact' }));
    const form = within(await screen.findByRole('dialog', { name: 'Do not contact' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked us to stop');
    await userEvents.keyboard('{Escape}');
    expect(form.getByRole('alert')).toHaveTextContent('Discard what you typed?');
    await userEvents.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('warns when a message may be on its way', async () => {
    const { userEvents } = renderPerson({ 'POST /api/do-not-contact': { added: 1, in_flight: ['rosa'], invalid: [] } });
    await userEvents.click(await screen.findByRole('button', { name: 'Do not contact' }));
    const form = within(await screen.findByRole('dialog', { name: 'Do not contact' }));
    await userEvents.click(form.getByRole('button', { name: 'Do not contact' }));
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
          // Keep this response pending, because with a real server, the response about the person can arrive first.
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
      'POST /api/person/:username/forget': new Failure(409, { error: 'A message to them may be on its way.' }),
    });
    const dialog = await openForget(view);
    await view.userEvents.click(dialog.getByRole('button', { name: 'Forget this person' }));
    expect(await dialog.findByText('A message to them may be on its way.')).toBeInTheDocument();
    expect(view.router.state.location.pathname).toBe('/people/rosa');
  });

  async function forgetButAnswerLate(leave: (view: View) => unknown) {
    const answer = Promise.withResolvers<Failure>();
    const view = renderPerson({ 'POST /api/person/:username/forget': () => answer.promise });
    const dialog = await openForget(view);
    await view.userEvents.click(dialog.getByRole('button', { name: 'Forget this person' }));
    await waitFor(() => expect(view.api.of('POST /api/person/:username/forget')).toHaveLength(1));
    await act(async () => void (await leave(view)));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await act(async () => {
      answer.resolve(new Failure(409, { error: 'A message to them may be on its way.' }));
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
  }

  it.each([
    ['closed the dialog', ({ userEvents }: View) => userEvents.keyboard('{Escape}')],
    ['left the page', ({ router }: View) => router.navigate('/elsewhere')],
  ])('explains why it was not possible even if the user has %s meanwhile', async (_, leave) => {
    await forgetButAnswerLate(leave);
    expect(await screen.findByText('A message to them may be on its way.')).toBeInTheDocument();
  });

  it('shows nothing if it was not possible and the user has signed out meanwhile', async () => {
    await forgetButAnswerLate(() => removeToken(readToken()));
    expect(screen.queryByText('A message to them may be on its way.')).not.toBeInTheDocument();
  });
});
