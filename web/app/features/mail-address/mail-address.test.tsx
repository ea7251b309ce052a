import type { MailAddress } from '@sandpiper/contract/mail-address';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import ConfirmAddressPage from '../../pages/confirm-address.page.tsx';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MailAddressPanel } from './mail-address-panel.tsx';

const none: MailAddress = { address: null, is_confirmed: false, is_mail_set_up: true, missing_settings: [] };
const waiting: MailAddress = { ...none, address: 'maria@example.com' };
const confirmed: MailAddress = { ...waiting, is_confirmed: true };

const open = (mail: MailAddress | Failure, replies: Replies = {}) =>
  renderScreen(<MailAddressPanel />, { replies: { 'GET /api/mail-address': mail, ...replies } });

describe('the email address in Settings', () => {
  it('is saved, and must then be confirmed through a link that is sent to it', async () => {
    const { userEvents, api } = open(none, { 'PUT /api/mail-address': waiting });
    await userEvents.type(await screen.findByRole('textbox', { name: 'Email address' }), ' maria@example.com ');
    await userEvents.click(screen.getByRole('button', { name: 'Save and confirm' }));
    expect(await screen.findByText(/Open the link within 24 hours to confirm the address\./)).toBeVisible();
    expect(screen.getByText('Link sent to maria@example.com')).toBeInTheDocument();
    expect(api.of('PUT /api/mail-address')[0]?.body).toEqual({ address: 'maria@example.com' });
  });

  it('is saved only after the user enters their password, if they signed in long ago', async () => {
    const refusal = new Failure(403, { error: 'Enter your password again.', code: 'recent_sign_in_required' });
    const { userEvents, api } = open(none, {
      'PUT /api/mail-address': refusal,
      'POST /api/auth/confirm': () => {
        api.set({ 'PUT /api/mail-address': waiting });
        return { success: true };
      },
    });
    await userEvents.type(await screen.findByRole('textbox', { name: 'Email address' }), 'maria@example.com{Enter}');
    await userEvents.type(await screen.findByLabelText('Your password'), 'open sesame{Enter}');
    expect(await screen.findByText('Link sent to maria@example.com')).toBeInTheDocument();
  });

  it('is validated before it is sent to the server', async () => {
    const { userEvents, api } = open(none);
    await userEvents.type(await screen.findByRole('textbox', { name: 'Email address' }), 'maria@');
    await userEvents.click(screen.getByRole('button', { name: 'Save and confirm' }));
    expect(await screen.findByText('Enter a valid email address')).toBeVisible();
    expect(api.of('PUT /api/mail-address')).toHaveLength(0);
  });

  it('stays in the field when the server rejects it, and the reason is shown', async () => {
    const refusal = new Failure(429, { error: 'You’ve already requested several emails.' });
    const { userEvents } = open(none, { 'PUT /api/mail-address': refusal });
    await userEvents.type(await screen.findByRole('textbox', { name: 'Email address' }), 'maria@example.com');
    await userEvents.click(screen.getByRole('button', { name: 'Save and confirm' }));
    expect(await screen.findByText('You’ve already requested several emails.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Email address' })).toHaveValue('maria@example.com');
  });

  it('can be sent another link until it is confirmed', async () => {
    const { userEvents, api } = open(waiting, { 'PUT /api/mail-address': waiting });
    await userEvents.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('Link sent to maria@example.com')).toBeInTheDocument();
    expect(api.of('PUT /api/mail-address')[0]?.body).toEqual({ address: 'maria@example.com' });
  });

  it('can be changed, and the change can be canceled', async () => {
    const { userEvents } = open(confirmed);
    expect(await screen.findByText('maria@example.com')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByRole('textbox', { name: 'Email address' })).toHaveValue('maria@example.com');
    await userEvents.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Change' })).toBeVisible();
  });

  it('can be removed', async () => {
    const { userEvents, api } = open(confirmed, { 'DELETE /api/mail-address': { success: true } });
    const button = await screen.findByRole('button', { name: 'Remove' });
    api.set({ 'GET /api/mail-address': none });
    await userEvents.click(button);
    expect(await screen.findByText('Email address removed')).toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'Email address' })).toHaveValue('');
  });

  it('is removed only after the user enters their password, if they signed in long ago', async () => {
    const { userEvents } = open(confirmed, {
      'DELETE /api/mail-address': new Failure(403, { error: 'Again', code: 'recent_sign_in_required' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('remove your email address');
    expect(screen.getByText('maria@example.com')).toBeVisible();
  });

  it('can’t be entered if the server isn’t set up to send email', async () => {
    open({ ...none, is_mail_set_up: false });
    expect(await screen.findByText('This server doesn’t send email.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Email address' })).not.toBeInTheDocument();
  });

  it('shows administrators which settings the server lacks', async () => {
    open({ ...none, is_mail_set_up: false, missing_settings: ['SMTP_URL', 'PUBLIC_URL'] });
    expect(await screen.findByText(/To send email, set SMTP_URL and PUBLIC_URL on the server\./)).toBeVisible();
  });

  it('shows an error when it can’t be loaded', async () => {
    open(new Failure(500, { error: 'Broken' }));
    expect(await screen.findByText('Couldn’t load your email address')).toBeInTheDocument();
  });
});

describe('the page that confirms an address', () => {
  const confirm = (reply: { address: string } | Failure, url = '/confirm-address?token=abc') =>
    renderScreen(<ConfirmAddressPage />, { url, user: null, replies: { 'POST /api/mail-address/confirm': reply } });

  it('confirms the address only after a click, and needs no sign-in', async () => {
    const { userEvents, api } = confirm({ address: 'maria@example.com' });
    const button = await screen.findByRole('button', { name: 'Confirm this address' });
    expect(api.of('POST /api/mail-address/confirm')).toHaveLength(0);
    await userEvents.click(button);
    expect(await screen.findByText('Sandpiper can now send notices to maria@example.com.')).toBeVisible();
    expect(api.of('POST /api/mail-address/confirm')[0]?.body).toEqual({ token: 'abc' });
  });

  it('explains why a link does not work', async () => {
    const { userEvents } = confirm(new Failure(400, { error: 'This link was already used.' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText('This link was already used.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm this address' })).not.toBeInTheDocument();
  });

  it('lets the user try again if the server could not confirm the address', async () => {
    const { userEvents } = confirm(new Failure(503, { error: 'The server is being restarted.' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText('The server is being restarted.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirm this address' })).toBeEnabled();
  });

  it('shows an error if the link is incomplete', async () => {
    confirm({ address: '' }, '/confirm-address');
    expect(await screen.findByText('This link is incomplete. Open it from the email again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm this address' })).not.toBeInTheDocument();
  });
});
