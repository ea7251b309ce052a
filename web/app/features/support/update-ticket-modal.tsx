import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Ticket, TicketPriority, TicketStatus } from '@sandpiper/contract/support';
import { changedFields } from '../../platform/changed-fields.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { priorityChoices, statusChoices } from './ticket-choices.ts';
import { supportTexts } from './support.texts.ts';
import { useAssignees, useUpdateTicket } from './tickets.queries.ts';

const texts = supportTexts.ticket;

type Values = { status: TicketStatus; priority: TicketPriority; assignedTo: string };

const changeOf = ({ status, priority, assignedTo }: Values) => ({
  status,
  priority,
  assigned_to: assignedTo === '' ? null : Number(assignedTo),
});

/**
 * A form for administrators to edit a ticket. An assignee who is no longer an administrator stays listed until the assignee is changed.
 */
export function UpdateTicketModal({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const updateTicket = useUpdateTicket(ticket.id);
  const { data: assignees } = useAssignees(true);
  const form = useForm<Values>({
    initialValues: { status: ticket.status, priority: ticket.priority, assignedTo: String(ticket.assigned_to ?? '') },
  });

  const people = (assignees?.users ?? []).map((user) => ({ value: String(user.id), label: user.username }));
  const current = String(ticket.assigned_to ?? '');
  const isListed = current === '' || people.some((person) => person.value === current);
  const choices = [
    { value: '', label: texts.unassigned },
    ...people,
    ...(isListed ? [] : [{ value: current, label: ticket.assigned_to_name ?? texts.unknownUser(current) }]),
  ];

  const submit = form.onSubmit((values) =>
    updateTicket.mutate(changedFields(changeOf(form.getInitialValues()), changeOf(values)), { onSuccess: onClose }),
  );

  return (
    <FormModal
      isOpen
      title={texts.update}
      submit={texts.update}
      isBusy={updateTicket.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select label={supportTexts.list.status} data-autofocus data={statusChoices} {...form.getInputProps('status')} />
      <Select label={supportTexts.list.priority} data={priorityChoices} {...form.getInputProps('priority')} />
      <Select label={texts.assignedTo} data={choices} {...form.getInputProps('assignedTo')} />
    </FormModal>
  );
}
