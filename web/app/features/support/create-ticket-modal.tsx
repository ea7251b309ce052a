import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TicketCategory, TicketPriority } from '@sandpiper/contract/support';
import { ticketSubjectMaxLength, ticketTextMaxLength } from '@sandpiper/contract/limits';
import { failedFields } from '../../platform/failure.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { categoryChoices, priorityChoices } from './ticket-words.ts';
import { useCreateTicket } from './tickets.queries.ts';

type Values = { subject: string; description: string; priority: TicketPriority; category: TicketCategory };

const initialValues: Values = { subject: '', description: '', priority: 'medium', category: 'general' };

export function CreateTicketModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const createTicket = useCreateTicket();
  const form = useForm<Values>({
    initialValues,
    validate: {
      subject: (subject) => (subject.trim() === '' ? 'Subject is required' : null),
      description: (description) => (description.trim() === '' ? 'Description is required' : null),
    },
  });

  const submit = form.onSubmit((values) =>
    createTicket.mutate(values, {
      onSuccess: () => {
        form.reset();
        onClose();
      },
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <FormModal
      isOpen={isOpen}
      title="Create Support Ticket"
      submit="Create Ticket"
      isBusy={createTicket.isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <TextInput
        label="Subject"
        required
        data-autofocus
        maxLength={ticketSubjectMaxLength}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label="Description"
        description="What did you do, what did you expect, what happened instead?"
        required
        autosize
        minRows={4}
        maxRows={12}
        maxLength={ticketTextMaxLength}
        {...form.getInputProps('description')}
      />
      <Group grow>
        <Select label="Priority" data={[...priorityChoices]} {...form.getInputProps('priority')} />
        <Select label="Category" data={[...categoryChoices]} {...form.getInputProps('category')} />
      </Group>
    </FormModal>
  );
}
