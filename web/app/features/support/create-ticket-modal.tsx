import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TicketCategory, TicketPriority } from '@sandpiper/contract/support';
import { ticketSubjectMaxLength, ticketTextMaxLength } from '@sandpiper/contract/limits';
import type { SessionUser } from '@sandpiper/contract/auth';
import { planOf, plans } from '@sandpiper/contract/plans';
import { formatDay } from '../../platform/dates.ts';
import { useResetOnOpen } from '../../platform/dialog-state.ts';
import { failedFields } from '../../platform/failure.ts';
import { useUser } from '../../platform/session.tsx';
import type { TicketRequest } from '../../platform/ticket-requests.ts';
import { useKeptText } from '../../platform/use-kept-text.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { lengthProblem } from '../../ui/text-length.ts';
import { supportTexts } from './support.texts.ts';
import { categoryChoices, priorityChoices } from './ticket-choices.ts';
import { useCreateTicket } from './tickets.queries.ts';

const texts = supportTexts.create;

type Values = { subject: string; description: string; priority: TicketPriority; category: TicketCategory };

const emptyValues: Values = { subject: '', description: '', priority: 'medium', category: 'general' };

/** Returns a ticket that requests a renewal or an upgrade. The user can edit the ticket before sending it. */
function preparedValues(request: TicketRequest, { pack, subscription_end_date: end }: SessionUser): Values {
  const { subject, description } = texts.prepared[request];
  const endDate = end === null ? texts.prepared.noEndDate : formatDay(end);
  return {
    ...emptyValues,
    subject: subject(plans.pro.name),
    description: description({ pack: planOf(pack).name, endDate, wanted: plans.pro.name }),
    category: 'billing',
  };
}

type CreateTicketModalProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The request that the form is prefilled for, or null for an empty form. Must not change while the form is mounted. */
  request: TicketRequest | null;
};

export function CreateTicketModal({ isOpen, onClose, request }: CreateTicketModalProps) {
  const user = useUser();
  const createTicket = useCreateTicket();
  const form = useForm<Values>({
    initialValues: request === null ? emptyValues : preparedValues(request, user),
    validate: {
      subject: (subject) => (subject.trim() === '' ? texts.subjectRequired : null),
      description: (description) =>
        description.trim() === '' ? texts.descriptionRequired : lengthProblem(description, ticketTextMaxLength),
    },
  });

  useResetOnOpen(isOpen, createTicket.reset);
  useKeptText({
    name: 'ticket-new',
    text: form.values.description,
    isOpen,
    onRestore: (description) => form.setFieldValue('description', description),
  });

  function close() {
    form.reset();
    onClose();
  }

  const submit = form.onSubmit((values) =>
    createTicket.mutate(values, {
      onSuccess: close,
      onError: (error) => form.setErrors(failedFields(error)),
    }),
  );

  return (
    <FormModal
      isOpen={isOpen}
      title={texts.title}
      submit={texts.submit}
      isBusy={createTicket.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label={texts.subject}
        required
        data-autofocus
        maxLength={ticketSubjectMaxLength}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={texts.description}
        description={request === null ? texts.descriptionHint : undefined}
        required
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('description')}
        error={lengthProblem(form.values.description, ticketTextMaxLength) ?? form.errors['description']}
      />
      <Group grow>
        <Select label={supportTexts.list.priority} data={priorityChoices} {...form.getInputProps('priority')} />
        <Select label={supportTexts.list.category} data={categoryChoices} {...form.getInputProps('category')} />
      </Group>
    </FormModal>
  );
}
