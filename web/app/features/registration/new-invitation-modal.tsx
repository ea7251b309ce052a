import { Button, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CallOutput } from '@sandpiper/contract/client';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { invitationDaysRange, invitationNoteMaxLength, invitationUsesRange } from '@sandpiper/contract/limits';
import { failedFields } from '../../platform/failure.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCopy } from '../../platform/use-copy.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { useCreateInvitation } from './registration.queries.ts';
import { registrationTexts } from './registration.texts.ts';

const texts = registrationTexts.invitations;

type CreatedInvitation = CallOutput<'POST /api/invitations'>;

/** The URL in the administrator's browser may not work for other people, so it is used only if the server doesn't know its public URL. */
function linkOf({ link, token }: CreatedInvitation): string {
  return link ?? `${window.location.origin}/register?invitation=${encodeURIComponent(token)}`;
}

function InvitationLink({ created, onClose }: { created: CreatedInvitation; onClose: () => void }) {
  const { isCopied, copy } = useCopy();
  const link = linkOf(created);
  const copyLink = async () => {
    if (!(await copy(link))) toast.error(texts.copyFailed);
  };
  return (
    <Dialog isOpen onClose={onClose} title={texts.link} size="md">
      <Stack>
        <Text size="sm" role="status">
          {texts.copyNow}
        </Text>
        <TextInput
          aria-label={texts.link}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.done}
          </Button>
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copyLink()}
          >
            {isCopied ? texts.copied : texts.copy}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function within({ min, max }: { min: number; max: number }) {
  return (value: number | string) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? null
      : texts.outOfRange(min, max);
}

type Values = { note: string; days: number | string; max_uses: number | string };

/** A dialog that asks for an invitation's details and then shows its link. The link can't be shown again later. */
export function NewInvitationModal({ onClose }: { onClose: () => void }) {
  const create = useCreateInvitation();
  const form = useForm<Values>({
    initialValues: { note: '', days: 7, max_uses: 1 },
    validate: { days: within(invitationDaysRange), max_uses: within(invitationUsesRange) },
  });
  if (create.data !== undefined) return <InvitationLink created={create.data} onClose={onClose} />;
  const submit = form.onSubmit(({ note, days, max_uses }) =>
    create.mutate(
      { note, days: Number(days), max_uses: Number(max_uses) },
      { onError: (error) => form.setErrors(failedFields(error)) },
    ),
  );
  return (
    <FormModal
      isOpen
      title={texts.create}
      submit={texts.submit}
      isBusy={create.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={texts.note}
        description={texts.noteHint}
        placeholder={texts.notePlaceholder}
        data-autofocus
        maxLength={invitationNoteMaxLength}
        {...form.getInputProps('note')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={texts.days}
          allowDecimal={false}
          clampBehavior="none"
          {...invitationDaysRange}
          {...form.getInputProps('days')}
        />
        <NumberInput
          label={texts.maxUses}
          allowDecimal={false}
          clampBehavior="none"
          {...invitationUsesRange}
          {...form.getInputProps('max_uses')}
        />
      </SimpleGrid>
    </FormModal>
  );
}
