import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ContactMessages } from '../features/support/contact-messages.tsx';
import { CreateTicketModal } from '../features/support/create-ticket-modal.tsx';
import { supportTexts } from '../features/support/support.texts.ts';
import { TicketsTable } from '../features/support/tickets-table.tsx';
import { useTicketRequest } from '../features/support/use-ticket-request.ts';
import { useDialogState } from '../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../platform/open-form-on-arrival.ts';
import { useUser } from '../platform/session.tsx';
import type { TicketRequest } from '../platform/ticket-requests.ts';
import { PageHeader } from '../ui/page-header.tsx';

export default function SupportPage() {
  const user = useUser();
  const form = useDialogState<TicketRequest | null>();
  useOpenFormOnArrival(() => form.open(null));
  useTicketRequest(form.open);
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'contact' ? 'contact' : 'tickets';
  const newTicket = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => form.open(null)}>
      {supportTexts.newTicket}
    </Button>
  );
  const tickets = <TicketsTable newTicket={newTicket} />;

  return (
    <>
      <PageHeader title={supportTexts.title} actions={newTicket} />
      {user.role === 'admin' ? (
        <Tabs value={tab} onChange={(next) => setParams(next === 'contact' ? { tab: 'contact' } : {})}>
          <Tabs.List mb="md">
            <Tabs.Tab value="tickets">{supportTexts.tabs.tickets}</Tabs.Tab>
            <Tabs.Tab value="contact">{supportTexts.tabs.contact}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tickets">{tab === 'tickets' ? tickets : null}</Tabs.Panel>
          <Tabs.Panel value="contact">{tab === 'contact' ? <ContactMessages /> : null}</Tabs.Panel>
        </Tabs>
      ) : (
        tickets
      )}
      <CreateTicketModal key={form.target} isOpen={form.isOpen} request={form.target} onClose={form.close} />
    </>
  );
}
