import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { FormModal } from './form-modal.tsx';

type ClosingProps = { act: () => void };

/** A question that closes as soon as it is confirmed. */
function Question({ act }: ClosingProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const confirm = () => {
    act();
    close();
  };
  return (
    <ConfirmModal isOpen={isOpen} title="Delete it?" confirm="Delete" onConfirm={confirm} onClose={close}>
      It has 3 people.
    </ConfirmModal>
  );
}

/** A form that closes as soon as it is submitted. */
function Form({ act }: ClosingProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const submit = () => {
    act();
    close();
  };
  return (
    <FormModal isOpen={isOpen} title="New list" submit="Create" onSubmit={submit} onClose={close}>
      <input aria-label="Name" />
    </FormModal>
  );
}

it('a question that is fading out can’t be confirmed again', async () => {
  const act = vi.fn();
  const { userEvents } = renderScreen(<Question act={act} />);
  await userEvents.dblClick(await screen.findByRole('button', { name: 'Delete' }));
  expect(act).toHaveBeenCalledOnce();
});

it('a form that is fading out can’t be submitted again', async () => {
  const act = vi.fn();
  const { userEvents } = renderScreen(<Form act={act} />);
  await userEvents.type(await screen.findByLabelText('Name'), 'Bakers{Enter}{Enter}');
  expect(act).toHaveBeenCalledOnce();
});
