import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noCampaigns, renderFrame } from '../testing/signed-in-screen.tsx';

async function open() {
  const view = renderFrame({ url: '/dashboard', replies: noCampaigns });
  await screen.findByRole('navigation', { name: 'Main' });
  const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(document.body, { key }));
  const path = () => view.router.state.location.pathname;
  return { ...view, press, path };
}

async function openList() {
  const view = await open();
  view.press('?');
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  return { ...view, list };
}

describe('the keyboard shortcuts', () => {
  it('open a screen with G and its letter', async () => {
    const { press, path } = await open();
    press('g', 'c');
    await waitFor(() => expect(path()).toBe('/campaigns'));
    press('G', 'P');
    await waitFor(() => expect(path()).toBe('/people'));
  });

  it('do nothing for other keys, with Ctrl, or while the user is typing', async () => {
    const { container } = await open();
    const field = container.appendChild(document.createElement('textarea'));
    const page = document.body;
    const pressed = [
      [page, { key: 'c' }],
      [page, { key: 'g' }],
      [page, { key: 'x' }],
      [page, { key: 'c' }],
      [page, { key: 'g' }],
      [page, { key: 'c', ctrlKey: true }],
      [field, { key: 'g' }],
      [field, { key: 'c' }],
      [field, { key: '?' }],
    ] as const;
    // If a shortcut ran, it would prevent the key's default action.
    expect(pressed.map(([target, key]) => fireEvent.keyDown(target, key))).toEqual(pressed.map(() => true));
  });

  it('are listed when "?" is pressed, and do nothing while the list is open', async () => {
    const { press, path, list } = await openList();
    expect(list.getByText('Campaigns').closest('div')).toHaveTextContent('CampaignsGC');
    expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(true);
    press('g', 'c');
    expect(path()).toBe('/dashboard');
  });

  it('can be turned off and on again, except the shortcut for the command palette', async () => {
    const { press, path, list, userEvents } = await openList();
    await userEvents.click(list.getByRole('switch', { name: /^Shortcuts for screens/ }));
    expect(list.queryByText('Campaigns')).not.toBeInTheDocument();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    press('g', 'c');
    expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(true);
    expect(path()).toBe('/dashboard');

    await userEvents.keyboard('{Control>}k{/Control}');
    await userEvents.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
    const again = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await userEvents.click(again.getByRole('switch', { name: /^Shortcuts for screens/ }));
    expect(again.getByText('Campaigns')).toBeInTheDocument();
  });
});
