import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { ListHeader, ListNotFound } from '../features/lists/list-header.tsx';
import { useList } from '../features/lists/lists.queries.ts';
import { listTexts } from '../features/lists/lists.texts.ts';
import { ImportStrip } from '../features/recipients/import-strip.tsx';
import { ListRecipients } from '../features/recipients/list-recipients.tsx';
import { RecipientActions, RecipientDialogs, type RecipientDialog } from '../features/recipients/recipient-actions.tsx';
import { isNotFound } from '../platform/failure.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';

export default function ListDetailPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <ListDetail key={id} id={Number(id)} /> : <ListNotFound />;
}

function ListDetail({ id }: { id: number }) {
  const list = useList(id);
  const [dialog, setDialog] = useState<RecipientDialog | null>(null);
  if (isNotFound(list.error)) return <ListNotFound />;
  if (list.isError && list.data === undefined) return <Navigate to="/lists" replace />;
  return (
    <>
      <ListHeader list={list.data?.list} actions={<RecipientActions onOpen={setDialog} />} />
      <SubscriptionBanner what={listTexts.page.subscription} />
      {dialog !== 'import' && <ImportStrip listId={id} onShow={() => setDialog('import')} />}
      <ListRecipients listId={id} variables={list.data?.list.variables ?? []} onImport={() => setDialog('import')} />
      <RecipientDialogs listId={id} open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
