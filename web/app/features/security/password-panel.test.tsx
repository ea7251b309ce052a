import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PasswordPanel } from './password-panel.tsx';

async function openForm(replies: Replies = {}) {
  const view = renderScreen(<PasswordPanel />, { replies });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const fill = async (current: string, next: string) => {
    await view.userEvents.type(dialog.getByLabelText('Current password'), current);
    await view.userEvents.type(dialog.getByLabelText('New password'), next);
  };
  const submit = () => view.userEvents.click(dialog.getByRole('button', { name: 'Change password' }));
  return { ...view, dialog, fill, submit };
}

describe('changing your own password', () => {
  it('shows what else will be signed out, and sends the current and the new password', async () => {
    const { api, dialog, fill, submit } = await openForm({ 'PUT /api/auth/password': { success: true } });
    expect(dialog.getByText(/signed out of all other browsers, and your computers will be disconnected/)).toBeVisible();
    await fill('open sesame', 'another sesame');
    await submit();
    expect(await screen.findByText('Password changed')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const passwords = { current_password: 'open sesame', new_password: 'another sesame' };
    expect(api.of('PUT /api/auth/password')[0]?.body).toEqual(passwords);
  });

  it('says under the field that the current password is wrong, and keeps what was typed', async () => {
    const text = "This isn't your current password.";
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { current_password: text } });
    const { dialog, fill, submit } = await openForm({ 'PUT /api/auth/password': refusal });
    await fill('a guess', 'another sesame');
    await submit();
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('New password')).toHaveValue('another sesame');
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  it('says that the current password is wrong even if the user has left the page before the answer arrives', async () => {
    const text = "This isn't your current password.";
    const reply = Promise.withResolvers<Failure>();
    const { router, fill, submit } = await openForm({ 'PUT /api/auth/password': () => reply.promise });
    await fill('a guess', 'another sesame');
    await submit();
    await act(() => router.navigate('/elsewhere'));
    reply.resolve(new Failure(400, { error: text, code: 'validation_failed', fields: { current_password: text } }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('requires the current password, and at least six characters for the new one', async () => {
    const { api, userEvents, dialog, submit } = await openForm();
    await submit();
    expect(dialog.getByText('Current password is required')).toBeVisible();
    await userEvents.type(dialog.getByLabelText('New password'), '12345');
    await submit();
    expect(dialog.getByText('Password must be at least 6 characters long')).toBeVisible();
    expect(api.of('PUT /api/auth/password')).toHaveLength(0);
  });
});

describe('a new password’s strength', () => {
  it.each([
    ['123456', /^Very weak\. This is one of the most common passwords/],
    ['Passw0rd', /This is one of the most common passwords/],
    ['maria1', /^Weak\. /],
    ['trellis-orbit-kayak-plum', /^Strong\. $/],
  ])('is shown for %s while the user types', async (password, text) => {
    const { userEvents, dialog } = await openForm();
    await userEvents.type(dialog.getByLabelText('New password'), password);
    await waitFor(() => expect(dialog.getByRole('status', { name: 'Password strength' }).textContent).toMatch(text));
  });

  it('is low for a password made from the username, and is estimated without sending the password anywhere', async () => {
    const { api, userEvents, dialog } = await openForm();
    await userEvents.type(dialog.getByLabelText('New password'), 'mariamaria');
    await waitFor(() => expect(dialog.getByRole('status').textContent).toMatch(/^(Very weak|Weak)\. /));
    expect(api.requests.some(({ body }) => JSON.stringify(body ?? '').includes('mariamaria'))).toBe(false);
  });
});
