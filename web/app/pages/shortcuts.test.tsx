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
    const { press, path, container } = await open();
    press('c', 'g', 'x', 'c');
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true });
    const field = document.createElement('textarea');
    container.append(field);
    for (const key of ['g', 'c', '?']) fireEvent.keyDown(field, { key });
    expect(path()).toBe('/dashboard');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are listed after "?", and do nothing while the list is open', async () => {
    const { press, path, list } = await openList();
    expect(list.getByText('Campaigns').closest('div')).toHaveTextContent('CampaignsGC');
    press('g', 'c');
    expect(path()).toBe('/dashboard');
  });

  it('can be turned off and on again, except the one for the command palette', async () => {
    const { press, path, list, userEvents } = await openList();
    await userEvents.click(list.getByRole('switch', { name: /^Shortcuts for screens/ }));
    expect(list.queryByText('Campaigns')).not.toBeInTheDocument();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    press('g', 'c', '?');
    expect(path()).toBe('/dashboard');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await userEvents.keyboard('{Control>}k{/Control}');
    await userEvents.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
    const again = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await userEvents.click(again.getByRole('switch', { name: /^Shortcuts for screens/ }));
    expect(again.getByText('Campaigns')).toBeInTheDocument();
  });
});
