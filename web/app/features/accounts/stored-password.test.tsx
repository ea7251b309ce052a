import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAccount, paginationOf } from '../../testing/builders.ts';
import { Failure } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AccountsScreen } from './accounts-screen.tsx';

const studio = buildAccount({ insta_username: 'studio.ig', has_password: true });

async function openForm(answer: Failure | { profile: typeof studio }, account = studio) {
  const view = renderScreen(<AccountsScreen />, {
    url: '/profiles',
    replies: {
      'GET /api/profiles': { profiles: [account], pagination: paginationOf(1) },
      'PUT /api/profiles/:id': answer,
    },
  });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Actions for studio' }));
  await view.userEvents.click(await screen.findByRole('menuitem', { name: 'Edit Profile' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
  return { ...view, form };
}

describe('a stored Instagram password', () => {
  it('is removed after a confirmation that explains the consequences', async () => {
    const { form, userEvents, api } = await openForm({ profile: { ...studio, has_password: false } });
    await userEvents.click(form.getByRole('button', { name: 'Remove stored password' }));
    expect(form.getByRole('alert')).toHaveTextContent('will no longer fill in');
    expect(api.of('PUT /api/profiles/:id')).toHaveLength(0);
    await userEvents.click(form.getByRole('button', { name: 'Remove password' }));
    expect(await screen.findByText('The stored password for studio was removed')).toBeInTheDocument();
    expect(api.of('PUT /api/profiles/:id')[0]?.body).toEqual({ insta_password: null });
    expect(form.queryByRole('button', { name: 'Remove stored password' })).not.toBeInTheDocument();
    expect(form.queryByText(/A password is stored/)).not.toBeInTheDocument();
  });

  it('stays if the user decides to keep it, or if the server refuses to remove it', async () => {
    const { form, userEvents, api } = await openForm(new Failure(500, { error: 'Try again later.' }));
    await userEvents.click(form.getByRole('button', { name: 'Remove stored password' }));
    await userEvents.click(form.getByRole('button', { name: 'Keep password' }));
    expect(api.of('PUT /api/profiles/:id')).toHaveLength(0);
    await userEvents.click(form.getByRole('button', { name: 'Remove stored password' }));
    await userEvents.click(form.getByRole('button', { name: 'Remove password' }));
    expect(await screen.findByText('Try again later.')).toBeInTheDocument();
    expect(form.getByText(/A password is stored/)).toBeInTheDocument();
  });

  it('comes with a warning that saving another username removes it', async () => {
    const { form, userEvents } = await openForm({ profile: studio });
    const username = form.getByRole('textbox', { name: /Instagram username/ });
    expect(form.getByText(/A password is stored/)).toBeInTheDocument();
    await userEvents.type(username, '2');
    expect(form.getByText(/so saving removes it/)).toBeInTheDocument();
    await userEvents.clear(username);
    await userEvents.type(username, '@Studio.IG');
    expect(form.getByText(/A password is stored/)).toBeInTheDocument();
  });

  it('comes with no such warning if the account had no username before', async () => {
    const { form, userEvents } = await openForm({ profile: studio }, { ...studio, insta_username: null });
    await userEvents.type(form.getByRole('textbox', { name: /Instagram username/ }), 'studio.ig');
    expect(form.getByText(/A password is stored/)).toBeInTheDocument();
  });
});
