import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { tidyCode } from '../features/link/pairing-code.ts';
import { buildAgentToken } from '../testing/administration-builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import LinkPage from './link.page.tsx';

const asking: Replies = {
  'GET /api/agent-pairing/:code': {
    device_name: 'Office PC',
    user_code: 'BCDF-GHJK',
    address: '203.0.113.7',
    is_same_network: true,
    expires_at: '2026-11-21T10:00:00.000Z',
  },
};

function openLink(replies: Replies, url = '/link?code=BCDF-GHJK') {
  return renderScreen(<LinkPage />, { url, replies });
}

describe('the pairing page', () => {
  it('looks up the same code again on request if the server refused the first lookup', async () => {
    const refusal = new Failure(429, { error: 'Too many attempts. Try again in a minute.', code: 'rate_limited' });
    const { userEvents, api } = openLink({ 'GET /api/agent-pairing/:code': refusal });
    expect(await screen.findByText('Too many attempts. Try again in a minute.')).toBeInTheDocument();
    api.set(asking);
    await userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Connect Office PC?' })).toBeInTheDocument();
  });

  it('shows the computer that wants to be paired, its code and the user it will act for', async () => {
    openLink(asking);
    expect(await screen.findByRole('heading', { name: 'Connect Office PC?' })).toBeInTheDocument();
    expect(screen.getByText('BCDF-GHJK')).toBeInTheDocument();
    expect(screen.getByText('maria')).toBeInTheDocument();
  });

  it('connects the computer on approval, and shows how to start the agent until the agent is online', async () => {
    const { userEvents, api, socket } = openLink({
      ...asking,
      'POST /api/agent-pairing/:code/approve': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('heading', { name: 'Office PC is approved' })).toBeInTheDocument();
    expect(api.of('POST /api/agent-pairing/:code/approve')[0]?.params).toEqual({ code: 'BCDF-GHJK' });
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for Sandpiper Agent to start on that computer…');
    expect(screen.getByText('sandpiper-agent install')).toBeInTheDocument();

    const started = buildAgentToken({ name: 'Office PC', online: true, created_at: '2026-11-21T09:52:00.000Z' });
    api.set({ 'GET /api/agent-tokens': { tokens: [started] } });
    socket.receive('agent_presence', { online: true, is_paused: false });
    expect(
      await screen.findByText('Sandpiper Agent is running. That computer can now send for you.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('sandpiper-agent install')).not.toBeInTheDocument();
  });

  it('does not mistake another computer with the same name for the new computer', async () => {
    const { userEvents, api } = openLink({
      ...asking,
      'POST /api/agent-pairing/:code/approve': { success: true },
      'GET /api/agent-tokens': {
        tokens: [
          buildAgentToken({ id: 1, name: 'Office PC', online: true, created_at: '2026-11-21T09:49:59.000Z' }),
          buildAgentToken({ id: 2, name: 'Office PC', online: false, created_at: '2026-11-21T09:52:00.000Z' }),
        ],
      },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('heading', { name: 'Office PC is approved' })).toBeInTheDocument();
    await waitFor(() => expect(api.of('GET /api/agent-tokens')).not.toHaveLength(0));
    // Leave time for the response to take effect.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for Sandpiper Agent to start on that computer…');
  });

  it('explains what the computer will be able to do, and warns users to approve only agents that they started themselves', async () => {
    openLink(asking);
    const main = await screen.findByRole('region', { name: 'Connect Office PC?' });
    expect(main).toHaveTextContent('Get the Instagram passwords you’ve stored for accounts on that computer');
    expect(main).toHaveTextContent('Approve only if you started Sandpiper Agent on that computer yourself.');
    expect(screen.queryByText('This request comes from a different network')).not.toBeInTheDocument();
  });

  it('warns about a computer on another network', async () => {
    const pairing = {
      device_name: 'Office PC',
      user_code: 'BCDF-GHJK',
      address: '198.51.100.9',
      is_same_network: false,
    };
    openLink({ 'GET /api/agent-pairing/:code': { ...pairing, expires_at: '2026-11-21T10:00:00.000Z' } });
    expect(await screen.findByText('This request comes from a different network')).toBeVisible();
    expect(screen.getByText(/IP address is 198\.51\.100\.9, which is different from yours/)).toBeVisible();
  });

  describe('when the user signed in long ago', () => {
    const tooOld = new Failure(403, {
      error: 'Enter your password again to do this.',
      code: 'recent_sign_in_required',
    });

    it('asks for the password, and then connects the computer', async () => {
      const wrong = "This isn't your current password.";
      const { userEvents, api } = openLink({
        ...asking,
        'POST /api/agent-pairing/:code/approve': tooOld,
        'POST /api/auth/confirm': new Failure(400, {
          error: wrong,
          code: 'validation_failed',
          fields: { password: wrong },
        }),
      });
      await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
      await userEvents.click(dialog.getByRole('button', { name: 'Continue' }));
      expect(dialog.getByText('Password is required')).toBeVisible();
      await userEvents.type(dialog.getByLabelText('Your password'), 'a guess{Enter}');
      expect(await dialog.findByText(wrong)).toBeVisible();

      api.set({
        'POST /api/auth/confirm': { success: true },
        'POST /api/agent-pairing/:code/approve': { success: true },
      });
      await userEvents.clear(dialog.getByLabelText('Your password'));
      await userEvents.type(dialog.getByLabelText('Your password'), 'open sesame{Enter}');
      expect(await screen.findByRole('heading', { name: 'Office PC is approved' })).toBeInTheDocument();
      expect(api.of('POST /api/auth/confirm').at(-1)?.body).toEqual({ password: 'open sesame' });
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('does nothing and shows no error if the user cancels', async () => {
      const { userEvents, api } = openLink({ ...asking, 'POST /api/agent-pairing/:code/approve': tooOld });
      await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password again' }));
      await userEvents.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled());
      expect(api.of('POST /api/agent-pairing/:code/approve')).toHaveLength(1);
      expect(screen.queryByText('Enter your password again to do this.')).not.toBeInTheDocument();
    });
  });

  it('rejects the computer when the user chooses Deny, and then lets the user enter another code', async () => {
    const { userEvents, api } = openLink({ ...asking, 'POST /api/agent-pairing/:code/deny': { success: true } });
    await userEvents.click(await screen.findByRole('button', { name: 'Deny' }));
    expect(await screen.findByRole('heading', { name: 'Connection denied' })).toBeInTheDocument();
    expect(api.of('POST /api/agent-pairing/:code/approve')).toHaveLength(0);
    await userEvents.click(screen.getByRole('button', { name: 'Enter another code' }));
    expect(await screen.findByLabelText('Code')).toHaveValue('');
  });

  it('explains why an approval failed, and lets the user try again', async () => {
    const { userEvents } = openLink({
      ...asking,
      'POST /api/agent-pairing/:code/approve': new Failure(400, {
        error: 'The code has expired',
        code: 'expired_code',
      }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('The code has expired')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled());
  });

  it.each(['Approve', 'Deny'])(
    'asks for another code if the code was used elsewhere before the user chose %s',
    async (answer) => {
      const used = new Failure(404, { error: 'Code not found', code: 'not_found' });
      const { userEvents, api } = openLink({
        ...asking,
        'POST /api/agent-pairing/:code/approve': used,
        'POST /api/agent-pairing/:code/deny': used,
      });
      const button = await screen.findByRole('button', { name: answer });
      api.set({ 'GET /api/agent-pairing/:code': used });
      await userEvents.click(button);
      expect(await screen.findByText(/This code has expired, was already used or was mistyped/)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    },
  );

  it('does not ask for approval again when the user returns to the page of a used code', async () => {
    const { userEvents, api, router } = openLink({
      ...asking,
      'POST /api/agent-pairing/:code/approve': { success: true },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Approve' }));
    await screen.findByRole('heading', { name: 'Office PC is approved' });
    api.set({ 'GET /api/agent-pairing/:code': new Failure(404, { error: 'Code not found', code: 'not_found' }) });
    await act(() => router.navigate('/dashboard'));
    // The first response is removed from the cache in the next task.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await act(() => router.navigate(-1));
    expect(await screen.findByText(/This code has expired, was already used or was mistyped/)).toBeInTheDocument();
  });

  it('asks for the code when the URL contains no code, and looks up the typed code', async () => {
    const { userEvents, api, router } = openLink(asking, '/link');
    await userEvents.type(await screen.findByLabelText('Code'), 'bcdf ghjk');
    await userEvents.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Connect Office PC?' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?code=BCDF-GHJK');
    expect(api.of('GET /api/agent-pairing/:code')).toHaveLength(1);
  });

  it('looks up the code when Enter is pressed', async () => {
    const { userEvents } = openLink(asking, '/link');
    await userEvents.type(await screen.findByLabelText('Code'), 'bcdf ghjk{Enter}');
    expect(await screen.findByRole('heading', { name: 'Connect Office PC?' })).toBeInTheDocument();
  });

  it('shows an error for an unknown code', async () => {
    openLink({ 'GET /api/agent-pairing/:code': new Failure(404, { error: 'Not found', code: 'not_found' }) });
    expect(await screen.findByText(/This code has expired, was already used or was mistyped/)).toBeInTheDocument();
    expect(screen.getByLabelText('Code'), 'the typed code stays').toHaveValue('BCDF-GHJK');
  });
});

describe('a code', () => {
  it.each([
    ['bcdfghjk', 'BCDF-GHJK'],
    [' bcdf-ghjk ', 'BCDF-GHJK'],
    ['bcd', 'BCD'],
    ['', ''],
    ['bcdfghjklmn', 'BCDF-GHJK'],
  ])('typed as %j becomes %j', (typed, code) => {
    expect(tidyCode(typed)).toBe(code);
  });
});
