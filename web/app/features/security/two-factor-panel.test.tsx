import type { RememberedBrowser, TwoFactor } from '@sandpiper/contract/two-factor';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

const at = '2026-11-21T09:30:00.000Z';
const off: TwoFactor = { is_on: false, since: null, recovery_codes_left: 0, is_required: false };
const on: TwoFactor = { is_on: true, since: at, recovery_codes_left: 9, is_required: false };
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqr${index}`);
const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Sandpiper:maria?secret=JBSWY3DPEHPK3PXP' };
const phone: RememberedBrowser = {
  id: 4,
  browser: 'Chrome on Android',
  address: '203.0.113.7',
  created_at: at,
  last_used_at: at,
  expires_at: at,
};

const open = (state: TwoFactor | Failure, replies: Replies = {}, beside: ReactNode = null) => {
  const panels = (
    <>
      {beside}
      <TwoFactorPanel />
    </>
  );
  return renderScreen(panels, {
    replies: { 'GET /api/two-factor': state, 'GET /api/remembered-browsers': { browsers: [] }, ...replies },
  });
};

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('setting up two-factor sign-in', () => {
  it('shows a QR code and the key, asks for a code, and then shows the recovery codes', async () => {
    const { userEvents, api } = open(off, {
      'POST /api/two-factor/setup': setup,
      'POST /api/two-factor/confirm': { recovery_codes: codes },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    const form = await dialog('Set up two-factor sign-in');
    expect(await form.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(form.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await userEvents.type(form.getByLabelText('Code'), '123 456');
    await userEvents.click(form.getByRole('button', { name: 'Turn on' }));
    const shown = await dialog('Your recovery codes');
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    expect(api.of('POST /api/two-factor/confirm')[0]?.body).toEqual({
      code: '123 456',
      secret: setup.secret,
    });
    api.set({ 'GET /api/two-factor': on });
    await userEvents.click(shown.getByRole('button', { name: 'I’ve saved them' }));
    expect(await screen.findByText(/You have 9 recovery codes left\./)).toBeVisible();
    expect(screen.queryByText(codes[0] ?? '')).not.toBeInTheDocument();
  });

  it('shows the recovery codes even if the user returns from another tab before or after they arrive', async () => {
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    const answer = Promise.withResolvers<{ recovery_codes: string[] }>();
    const { userEvents, api } = open(off, {
      'POST /api/two-factor/setup': setup,
      'POST /api/two-factor/confirm': () => answer.promise,
    });
    const returnFromOtherTab = async () => {
      const asked = api.of('GET /api/two-factor').length;
      now.mockReturnValue(Date.now() + 60_000);
      fireEvent(window, new Event('visibilitychange'));
      await waitFor(() => expect(api.of('GET /api/two-factor').length).toBeGreaterThan(asked));
      // Leave time for the response to take effect.
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(screen.queryByText(/You have 9 recovery codes left/)).not.toBeInTheDocument();
    };
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    const form = await dialog('Set up two-factor sign-in');
    await userEvents.type(form.getByLabelText('Code'), '123456{Enter}');
    api.set({ 'GET /api/two-factor': on });
    await returnFromOtherTab();
    answer.resolve({ recovery_codes: codes });
    const shown = await dialog('Your recovery codes');
    await returnFromOtherTab();
    now.mockRestore();
    await userEvents.click(shown.getByRole('button', { name: 'I’ve saved them' }));
    expect(await screen.findByText(/You have 9 recovery codes left/)).toBeVisible();
  });

  it('asks for the password if the user signed in long ago', async () => {
    const refusal = new Failure(403, { error: 'Enter your password again.', code: 'recent_sign_in_required' });
    const { userEvents, api } = open(off, {
      'POST /api/two-factor/setup': refusal,
      'POST /api/auth/confirm': () => {
        api.set({ 'POST /api/two-factor/setup': setup });
        return { success: true };
      },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    const question = await dialog('Enter your password again');
    await userEvents.type(question.getByLabelText('Your password'), 'open sesame');
    await userEvents.click(question.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  });

  it('says under the field that the code is wrong', async () => {
    const text = 'This code is wrong or was used already.';
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { code: text } });
    const { userEvents } = open(off, { 'POST /api/two-factor/setup': setup, 'POST /api/two-factor/confirm': refusal });
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    const form = await dialog('Set up two-factor sign-in');
    await userEvents.type(form.getByLabelText('Code'), '000000{Enter}');
    expect(await form.findByText(text)).toBeVisible();
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  it('hides the old QR code if the setup was started again elsewhere, and shows a new one on request', async () => {
    const text = 'The setup was started again in another tab.';
    const refusal = new Failure(400, { error: text, code: 'validation_failed', fields: { secret: text } });
    const { userEvents, api } = open(off, {
      'POST /api/two-factor/setup': setup,
      'POST /api/two-factor/confirm': refusal,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }));
    const form = await dialog('Set up two-factor sign-in');
    await userEvents.type(form.getByLabelText('Code'), '123456{Enter}');
    expect(await form.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('JBSW Y3DP EHPK 3PXP')).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /^QR code/ })).not.toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Turn on' })).toBeDisabled();
    api.set({ 'POST /api/two-factor/setup': { ...setup, secret: 'KRUGS4ZANFZSA3TF' } });
    await userEvents.click(form.getByRole('button', { name: 'Show a new QR code' }));
    const renewed = await dialog('Set up two-factor sign-in');
    expect(await renewed.findByText('KRUG S4ZA NFZS A3TF')).toBeVisible();
    expect(await renewed.findByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(renewed.getByLabelText('Code')).toHaveValue('');
    expect(renewed.getByRole('button', { name: 'Turn on' })).toBeEnabled();
  });
});

describe('recovery codes', () => {
  async function renewed(beside?: ReactNode) {
    const view = open(on, { 'POST /api/two-factor/recovery-codes': { recovery_codes: codes } }, beside);
    await view.userEvents.click(await screen.findByRole('button', { name: 'Create new recovery codes' }));
    const form = await dialog('Create new recovery codes');
    await view.userEvents.type(form.getByLabelText('Your password'), 'open sesame');
    await view.userEvents.type(form.getByLabelText('Code from the app, or a recovery code'), '123456');
    await view.userEvents.click(form.getByRole('button', { name: 'Create new recovery codes' }));
    return { ...view, shown: await dialog('Your recovery codes') };
  }

  it('can be replaced after the user enters the password and a code', async () => {
    const { api, shown } = await renewed();
    expect(shown.getAllByRole('listitem')).toHaveLength(10);
    const proof = { password: 'open sesame', code: '123456' };
    expect(api.of('POST /api/two-factor/recovery-codes')[0]?.body).toEqual(proof);
  });

  it('stay on screen until the user confirms that they are saved', async () => {
    const { userEvents, shown } = await renewed();
    await userEvents.keyboard('{Escape}');
    expect(shown.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await userEvents.click(shown.getByRole('button', { name: 'I’ve saved them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('stay on screen after Back or a shortcut until the user confirms, even beside another form that asks', async () => {
    const form = <LeaveQuestion title="Leave without saving the settings?" text="" confirm="Leave" />;
    const { userEvents, router, shown } = await renewed(form);
    await userEvents.click(shown.getByRole('button', { name: 'Copy' }));
    await shown.findByRole('button', { name: 'Copied' });
    void router.navigate('/campaigns');
    const question = await dialog('Leave without saving the codes?');
    await userEvents.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe('/');
    expect(shown.getAllByRole('listitem')).toHaveLength(10);
    void router.navigate('/campaigns');
    const again = await dialog('Leave without saving the codes?');
    await userEvents.click(again.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });

  it.each(['Set up two-factor sign-in', 'Create new recovery codes'])(
    'appear even if the user tries to close the dialog “%s” or to leave the page before they arrive',
    async (title) => {
      const answer = Promise.withResolvers<{ recovery_codes: string[] }>();
      const { userEvents, router } = open(title === 'Set up two-factor sign-in' ? off : on, {
        'POST /api/two-factor/setup': setup,
        'POST /api/two-factor/confirm': () => answer.promise,
        'POST /api/two-factor/recovery-codes': () => answer.promise,
      });
      await userEvents.click(await screen.findByRole('button', { name: title }));
      const form = await dialog(title);
      const password = form.queryByLabelText('Your password');
      if (password !== null) await userEvents.type(password, 'open sesame');
      await userEvents.type(form.getByLabelText(/^Code/), '123456{Enter}');
      await waitFor(() => expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled());
      expect(form.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
      await userEvents.keyboard('{Escape}');
      void router.navigate('/campaigns');
      await dialog('Leave without saving the codes?');
      answer.resolve({ recovery_codes: codes });
      expect((await dialog('Your recovery codes')).getAllByRole('listitem')).toHaveLength(10);
      expect(router.state.location.pathname).toBe('/');
    },
  );

  it('can be copied and downloaded all at once', async () => {
    const { userEvents, shown } = await renewed();
    await userEvents.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`);
    const saved: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return 'blob:codes';
    };
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvents.click(shown.getByRole('button', { name: 'Download' }));
    click.mockRestore();
    expect(await saved[0]?.text()).toContain(codes.join('\n'));
  });

  it('cause a warning when none are left', async () => {
    open({ ...on, recovery_codes_left: 0 });
    expect(await screen.findByText(/You have no recovery codes left\. Create new ones\./)).toBeVisible();
  });
});

describe('turning two-factor sign-in off', () => {
  it('needs the password and a code, and explains the consequences', async () => {
    const { userEvents, api } = open(on, { 'POST /api/two-factor/turn-off': { success: true } });
    await userEvents.click(await screen.findByRole('button', { name: 'Turn off two-factor sign-in' }));
    const form = await dialog('Turn off two-factor sign-in');
    expect(form.getByText(/only need your password to sign in/)).toBeVisible();
    await userEvents.click(form.getByRole('button', { name: 'Turn off two-factor sign-in' }));
    expect(form.getByText('Password is required')).toBeVisible();
    expect(form.getByText('Code is required')).toBeVisible();
    await userEvents.type(form.getByLabelText('Your password'), 'open sesame');
    await userEvents.type(form.getByLabelText('Code from the app, or a recovery code'), codes[0] ?? '');
    api.set({ 'GET /api/two-factor': off });
    await userEvents.click(form.getByRole('button', { name: 'Turn off two-factor sign-in' }));
    expect(await screen.findByText('Two-factor sign-in is off')).toBeInTheDocument();
    const proof = { password: 'open sesame', code: codes[0] };
    expect(api.of('POST /api/two-factor/turn-off').map(({ body }) => body)).toEqual([proof]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
  });

  it('shows a warning if the server requires two-factor sign-in', async () => {
    const { userEvents } = open({ ...on, is_required: true });
    await userEvents.click(await screen.findByRole('button', { name: 'Turn off two-factor sign-in' }));
    expect(
      (await dialog('Turn off two-factor sign-in')).getByText(/you’ll have to set it up again right away/),
    ).toBeVisible();
  });
});

describe('remembered browsers', () => {
  it('are listed with their last use, and can be forgotten one by one or all at once', async () => {
    const { userEvents, api } = open(on, {
      'GET /api/remembered-browsers': { browsers: [phone, { ...phone, id: 5, browser: null }] },
      'DELETE /api/remembered-browsers/:id': { success: true },
      'DELETE /api/remembered-browsers': { success: true },
    });
    const list = within(await screen.findByRole('list', { name: 'Remembered browsers' }));
    expect(list.getAllByRole('listitem')[0]).toHaveTextContent(
      /^Chrome on Android Last sign-in .* from 203\.0\.113\.7/,
    );
    await userEvents.click(screen.getByRole('button', { name: 'Forget Chrome on Android' }));
    expect(await screen.findByText('Browser forgotten')).toBeInTheDocument();
    expect(api.of('DELETE /api/remembered-browsers/:id')[0]?.params).toEqual({ id: '4' });
    await userEvents.click(screen.getByRole('button', { name: 'Forget all browsers' }));
    expect(await screen.findByText('All browsers forgotten')).toBeInTheDocument();
  });
});

it('the two-factor panel shows an error when the settings can’t be loaded', async () => {
  open(new Failure(500, { error: 'Broken' }));
  expect(await screen.findByText('Couldn’t load your two-factor settings')).toBeInTheDocument();
});
