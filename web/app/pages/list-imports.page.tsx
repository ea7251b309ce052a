import { Navigate, useParams } from 'react-router';
import { ImportHistory } from '../features/imports/import-history.tsx';
import { importTexts } from '../features/imports/imports.texts.ts';
import { BackToList, ListNotFound } from '../features/lists/list-header.tsx';
import { useList } from '../features/lists/lists.queries.ts';
import { isNotFound } from '../platform/failure.ts';
import { useHasSubscription } from '../platform/session.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function ListImportsPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <ListImports key={id} id={Number(id)} /> : <ListNotFound />;
}

function ListImports({ id }: { id: number }) {
  const list = useList(id);
  const isAllowed = useHasSubscription();
  if (isNotFound(list.error)) return <ListNotFound />;
  if (list.isError && list.data === undefined) return <Navigate to="/lists" replace />;
  return (
    <>
      <PageHeader
        title={importTexts.history.title}
        description={importTexts.history.description}
        back={<BackToList list={list.data?.list} id={id} />}
        actions={
          <LinkButton to={`/lists/${id}/import`} disabled={!isAllowed}>
            {importTexts.title}
          </LinkButton>
        }
      />
      <SubscriptionBanner what={importTexts.subscription} />
      <ImportHistory listId={id} />
    </>
  );
}
