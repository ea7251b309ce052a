import { Navigate, useParams } from 'react-router';
import { ImportStrip } from '../features/imports/import-strip.tsx';
import { ListHeader, ListNotFound } from '../features/lists/list-header.tsx';
import { useList } from '../features/lists/lists.queries.ts';
import { listTexts } from '../features/lists/lists.texts.ts';
import { useAnnouncedChange } from '../features/people-changes/announce-change.ts';
import { RunningChanges } from '../features/people-changes/running-changes.tsx';
import { ListRecipients } from '../features/recipients/list-recipients.tsx';
import { RecipientActions } from '../features/recipients/recipient-actions.tsx';
import { isNotFound } from '../platform/failure.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';

export default function ListDetailPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <ListDetail key={id} id={Number(id)} /> : <ListNotFound />;
}

function ListDetail({ id }: { id: number }) {
  const list = useList(id);
  const change = useAnnouncedChange();
  if (isNotFound(list.error)) return <ListNotFound />;
  if (list.isError && list.data === undefined) return <Navigate to="/lists" replace />;
  return (
    <>
      <ListHeader list={list.data?.list} actions={<RecipientActions listId={id} />} />
      <SubscriptionBanner what={listTexts.page.subscription} />
      <ImportStrip listId={id} />
      <ListRecipients
        listId={id}
        variables={list.data?.list.variables ?? []}
        work={<RunningChanges />}
        isChanging={change.isPending}
        onChange={change.make}
      />
    </>
  );
}
