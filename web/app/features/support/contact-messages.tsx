import { Anchor, Menu, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ContactMessage } from '@sandpiper/contract/contact';
import { ticketsPageSize } from '@sandpiper/contract/limits';
import { useMemo, useState } from 'react';
import { useTableState } from '../../platform/url-state.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { TableFilters } from '../../ui/table-filters.tsx';
import { useContactMessages } from './contact.queries.ts';
import { RemoveContactMessage } from './remove-contact-message.tsx';
import { supportTexts } from './support.texts.ts';
import css from './contact-messages.module.css';

const texts = supportTexts.contact;

const defaults = { size: ticketsPageSize, sizes: [ticketsPageSize], filters: {} };

/** Escapes what a visitor typed as their address. Otherwise, an address with a question mark could add recipients or text to the reply. */
function mailtoLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}

const contentColumns: readonly Column<ContactMessage>[] = [
  {
    key: 'from',
    title: texts.from,
    isRowHeader: true,
    width: '24%',
    cell: (message) => (
      <span className={css['from']}>
        {message.name}
        <Anchor href={mailtoLink(message.email)} inherit>
          {message.email}
        </Anchor>
        <span className={css['when']}>
          <RelativeTime at={message.created_at} />
        </span>
      </span>
    ),
  },
  { key: 'message', title: texts.message, cell: (message) => <p className={css['message']}>{message.message}</p> },
  {
    key: 'received',
    title: texts.received,
    width: '9rem',
    from: 'sm',
    cell: (message) => <RelativeTime at={message.created_at} />,
  },
];

function columnsWith(onRemove: (message: ContactMessage) => void): Column<ContactMessage>[] {
  return [
    ...contentColumns,
    {
      key: 'actions',
      title: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
      width: '3.5rem',
      align: 'right',
      cell: (message) => (
        <RowMenu of={message.name}>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onRemove(message)}>
            {texts.remove}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
}

/** Lists the messages that visitors sent from the landing page. Only administrators can see them. */
export function ContactMessages() {
  const table = useTableState(defaults);
  const messages = useContactMessages({ search: table.search, page: table.page });
  const [removed, setRemoved] = useState<ContactMessage | null>(null);
  const columns = useMemo(() => columnsWith(setRemoved), []);
  return (
    <>
      <PagedTable
        label={texts.label}
        table={table}
        answer={messages}
        rows={messages.data?.messages}
        rowKey={(message) => message.id}
        columns={columns}
        filters={<TableFilters table={table} placeholder={texts.search} />}
        empty={
          <EmptyState title={texts.empty} compact>
            {table.hasFilters ? texts.noMatch : texts.none}
          </EmptyState>
        }
      />
      {removed !== null && <RemoveContactMessage message={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
