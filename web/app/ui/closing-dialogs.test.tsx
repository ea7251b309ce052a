import { screen, waitFor } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { FormModal } from './form-modal.tsx';
import { PageHeader } from './page-header.tsx';

type Saving = { isOpen: boolean; isBusy: boolean; save: () => void; close: () => void };

function Question({ isOpen, isBusy, save, close }: Saving) {
  return (
    <ConfirmModal isOpen={isOpen} title="Delete it?" confirm="Save" isBusy={isBusy} onConfirm={save} onClose={close}>
      <input aria-label="Name" />
    </ConfirmModal>
  );
}

function Form({ isOpen, isBusy, save, close }: Saving) {
  return (
    <FormModal isOpen={isOpen} title="New list" submit="Save" isBusy={isBusy} onSubmit={save} onClose={close}>
      <input aria-label="Name" />
    </FormModal>
  );
}

type PageProps = { dialog: (saving: Saving) => ReactElement; send: () => Promise<void> | undefined };

/** Shows a dialog that closes once `send` has succeeded. If `send` returns no promise, the dialog closes immediately. */
function Page({ dialog: Shown, send }: PageProps) {
  const [isOpen, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const close = () => setOpen(false);
  const save = () => {
    const sending = send();
    if (sending === undefined) return close();
    setBusy(true);
    return void sending.then(close, () => undefined).then(() => setBusy(false));
  };
  return (
    <>
      <PageHeader title="Lists" />
      <Shown isOpen={isOpen} isBusy={isBusy} save={save} close={close} />
    </>
  );
}

it('a confirmation dialog that is fading out can’t be confirmed again', async () => {
  const send = vi.fn();
  const { userEvents } = renderScreen(<Page dialog={Question} send={send} />);
  await userEvents.dblClick(await screen.findByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledOnce();
});

it('a form that is fading out can’t be submitted again', async () => {
  const send = vi.fn();
  const { userEvents } = renderScreen(<Page dialog={Form} send={send} />);
  await userEvents.type(await screen.findByLabelText('Name'), 'Bakers{Enter}{Enter}');
  expect(send).toHaveBeenCalledOnce();
});

it.each([{ dialog: Question }, { dialog: Form }])(
  '$dialog.name can’t be changed while it is being saved, but can be changed again if saving fails',
  async ({ dialog }) => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { userEvents } = renderScreen(<Page dialog={dialog} send={() => promise} />);
    const field = await screen.findByLabelText('Name');
    await userEvents.type(field, 'Bakers');
    await userEvents.click(screen.getByRole('button', { name: 'Save' }));
    await userEvents.type(field, ' in Lisbon');
    expect(field).toHaveValue('Bakers');
    reject();
    await waitFor(() => expect(field).toBeEnabled());
    await userEvents.type(field, ' in Porto');
    expect(field).toHaveValue('Bakers in Porto');
  },
);

it('a form that couldn’t be saved returns focus to the field', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const { userEvents } = renderScreen(<Page dialog={Form} send={() => promise} />);
  const field = await screen.findByLabelText('Name');
  await userEvents.type(field, 'Bakers{Enter}');
  expect(field).toBeDisabled();
  reject();
  await waitFor(() => expect(field).toHaveFocus());
});

/** A question over a form. Both stay mounted while they are closed, the question before the form. */
function QuestionOverForm() {
  const [open, setOpen] = useState<'form' | 'both' | 'none'>('form');
  return (
    <>
      <ConfirmModal
        isOpen={open === 'both'}
        title="Are you sure?"
        confirm="Yes"
        onConfirm={() => undefined}
        onClose={() => setOpen('form')}
      >
        It can’t be undone.
      </ConfirmModal>
      <FormModal
        isOpen={open !== 'none'}
        title="New list"
        submit="Save"
        onSubmit={() => setOpen('both')}
        onClose={() => setOpen('none')}
      >
        <input aria-label="Name" />
      </FormModal>
    </>
  );
}

it('Escape closes only the top dialog', async () => {
  const { userEvents } = renderScreen(<QuestionOverForm />);
  await userEvents.type(await screen.findByLabelText('Name'), 'Bakers{Enter}');
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' });
  await userEvents.keyboard('{Escape}');
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.getByLabelText('Name')).toHaveValue('Bakers');
  await userEvents.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Name')).not.toBeInTheDocument());
});
