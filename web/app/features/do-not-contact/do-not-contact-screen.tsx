import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddPeopleModal } from './add-people-modal.tsx';
import { DoNotContactTable } from './do-not-contact-table.tsx';
import { doNotContactTexts } from './do-not-contact.texts.ts';

const { page: texts } = doNotContactTexts;

/** Everyone whom no account may message. Needs no subscription. */
export function DoNotContactScreen() {
  const form = useDialogState<'new'>();
  useOpenFormOnArrival(() => form.open('new'));
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => form.open('new')}>
            {texts.add}
          </Button>
        }
      />
      <DoNotContactTable onAdd={() => form.open('new')} />
      <AddPeopleModal isOpen={form.isOpen} onClose={form.close} />
    </>
  );
}
