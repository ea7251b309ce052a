import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { paginationOf } from '../testing/builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

const replies = { 'GET /api/campaigns': { campaigns: [], pagination: paginationOf(0) } };

/** A page with a form that, once submitted, closes when `answer` resolves. */
function Frame({ answer }: { answer: Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <SignedInFrame />
      <button type="button" onClick={() => setOpen(true)}>
        Change
      </button>
      <FormModal isOpen={isOpen} title="A form" submit="Save" onSubmit={() => void answer.then(close)} onClose={close}>
        <input aria-label="Name" />
      </FormModal>
    </>
  );
}

async function openForm() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const view = renderScreen(<Frame answer={promise} />, { url: '/dashboard', path: '*', replies });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Change' }));
  const form = await screen.findByRole('dialog', { name: 'A form' });
  await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
  return { ...view, form, answer: resolve };
}

const palette = () => screen.findByRole('textbox', { name: 'Search or run a command' });

describe('the menu on a phone', () => {
  it('returns focus to its button on Escape, even the first time', async () => {
    const { userEvents } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    const button = await screen.findByRole('button', { name: 'Open the menu' });
    for (const time of ['first', 'second']) {
      await userEvents.click(button);
      const menu = await screen.findByRole('dialog', { name: 'Menu' });
      await waitFor(() => expect(menu.contains(document.activeElement), time).toBe(true));
      await userEvents.keyboard('{Escape}');
      await waitFor(() => expect(button, time).toHaveFocus());
      await waitFor(() => expect(menu).not.toBeInTheDocument());
      expect(button, time).toHaveFocus();
    }
  });

  it('shows who is signed in and the state of the live connection, because a narrow header has no room for them', async () => {
    const { userEvents } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(menu).toHaveTextContent('maria user');
    expect(menu).toHaveTextContent('Connecting…');
  });

  it('closes when the browser’s Back button opens another page behind it', async () => {
    const { userEvents, router } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    await screen.findByRole('button', { name: 'Open the menu' });
    await act(() => router.navigate('/templates'));
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('closes when the Back button opens another tab of the same page', async () => {
    const { userEvents, router } = renderScreen(<SignedInFrame />, { url: '/support', path: '*', replies });
    await screen.findByRole('button', { name: 'Open the menu' });
    await act(() => router.navigate('/support?tab=contact'));
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(menu).not.toBeInTheDocument());
  });

  it('leaves focus on the page that a menu item has opened', async () => {
    const { userEvents, router } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await userEvents.click(within(menu).getByRole('link', { name: 'Templates' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/templates'));
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('the command palette', () => {
  it('closes on Escape without closing the menu under it', async () => {
    const { userEvents } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    await userEvents.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await userEvents.keyboard('{Control>}k{/Control}');
    const search = await palette();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(search).not.toBeInTheDocument());
    expect(menu).toBeVisible();
  });

  it('closes when the browser’s Back button opens another page behind it', async () => {
    const { userEvents, router } = renderScreen(<SignedInFrame />, { url: '/dashboard', path: '*', replies });
    await screen.findByRole('button', { name: 'Open the menu' });
    await act(() => router.navigate('/templates'));
    await userEvents.keyboard('{Control>}k{/Control}');
    const search = await palette();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(search).not.toBeInTheDocument());
  });
});

describe('the command palette over a dialog', () => {
  it('closes on Escape without closing the dialog, which the next Escape closes', async () => {
    const { userEvents, form } = await openForm();
    await userEvents.keyboard('{Control>}k{/Control}');
    const search = await palette();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(search).not.toBeInTheDocument());
    expect(form).toBeVisible();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(form).not.toBeInTheDocument());
  });

  it('keeps focus when the dialog under it closes, and later returns focus to the button that opened the dialog', async () => {
    const { userEvents, form, answer } = await openForm();
    await userEvents.click(within(form).getByRole('button', { name: 'Save' }));
    await userEvents.keyboard('{Control>}k{/Control}');
    await waitFor(async () => expect(await palette()).toHaveFocus());
    answer();
    await waitFor(() => expect(form).not.toBeInTheDocument());
    expect(await palette()).toHaveFocus();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus());
  });

  it('has focus when it is opened while the dialog is closing', async () => {
    const { userEvents, form } = await openForm();
    await userEvents.keyboard('{Escape}{Control>}k{/Control}');
    await waitFor(async () => expect(await palette()).toHaveFocus());
    await waitFor(() => expect(form).not.toBeInTheDocument());
    expect(await palette()).toHaveFocus();
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus());
  });
});

describe('a form in a dialog', () => {
  it('stays open when the user clicks outside the dialog, but closes on Escape', async () => {
    const onClose = vi.fn();
    const { userEvents } = renderScreen(
      <FormModal isOpen title="A form" submit="Save" onSubmit={() => undefined} onClose={onClose}>
        <input aria-label="Name" />
      </FormModal>,
    );
    await userEvents.type(await screen.findByLabelText('Name'), 'Autumn');
    const beside = document.querySelector('.mantine-Modal-overlay');
    if (beside === null) throw new Error('The dialog has no overlay');
    await userEvents.click(beside);
    expect(onClose).not.toHaveBeenCalled();
    await userEvents.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });
});
