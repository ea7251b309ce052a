import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAgentToken } from '../../testing/administration-builders.ts';
import { renderAccounts, studio } from '../../testing/accounts-screen.tsx';
import { paginationOf } from '../../testing/builders.ts';

const away = { id: '6f1c2a4e-0000-4000-8000-000000000002', name: 'Laptop', is_online: false };
const withAgent = (online: boolean) => ({ 'GET /api/agent-tokens': { tokens: [buildAgentToken({ online })] } });
const withAccount = (changes: Partial<typeof studio>) => ({
  'GET /api/profiles': { profiles: [{ ...studio, ...changes }], pagination: paginationOf(1) },
});

describe('an account that can’t be opened', () => {
  it('says that its computer is not connected, in the menu and when its button is clicked', async () => {
    const { userEvents, api } = renderAccounts({ ...withAccount({ computer: away }), ...withAgent(true) });
    const button = await screen.findByRole('button', { name: 'Open Profile studio' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvents.click(button);
    const text = 'Laptop isn’t connected. Start Sandpiper Agent there.';
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(api.of('POST /api/profiles/open')).toHaveLength(0);
    await userEvents.click(screen.getByRole('button', { name: 'Actions for studio' }));
    const item = await screen.findByRole('menuitem', { name: new RegExp(`^Open Profile.*${text}$`, 'u') });
    expect(item).toBeDisabled();
    expect(screen.getByRole('menuitem', { name: 'Sign In to Instagram' })).toBeDisabled();
  });

  it('offers to correct its Firefox profile if no connected computer has it', async () => {
    const { userEvents } = renderAccounts({ ...withAccount({ computer: null }), ...withAgent(true) });
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Profile studio' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
    expect(form.getByRole('combobox', { name: /Firefox profile/ })).toHaveValue(studio.profile_path);
    expect(screen.queryByRole('button', { name: 'Open Profile studio' })).not.toBeInTheDocument();
  });

  it('asks the user to start the agent if no agent is connected and no computer is known to have the Firefox profile', async () => {
    const { userEvents } = renderAccounts({ ...withAccount({ computer: null }), ...withAgent(false) });
    await userEvents.click(await screen.findByRole('button', { name: 'Open Profile studio' }));
    const text = 'Start Sandpiper Agent on the computer that has this account’s Firefox profile.';
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});
