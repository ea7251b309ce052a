import { Navigate, useParams } from 'react-router';
import { ImportWizard } from '../features/imports/import-wizard.tsx';
import { importTexts } from '../features/imports/imports.texts.ts';
import { BackToList, ListNotFound } from '../features/lists/list-header.tsx';
import { useList } from '../features/lists/lists.queries.ts';
import { isNotFound } from '../platform/failure.ts';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function ListImportPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? <ListImport key={id} id={Number(id)} /> : <ListNotFound />;
}

function ListImport({ id }: { id: number }) {
  const list = useList(id);
  if (isNotFound(list.error)) return <ListNotFound />;
  if (list.isError && list.data === undefined) return <Navigate to="/lists" replace />;
  return (
    <>
      <PageHeader
        title={importTexts.title}
        description={importTexts.into(list.data?.list.name ?? '')}
        back={<BackToList list={list.data?.list} id={id} />}
      />
      <SubscriptionBanner what={importTexts.subscription} />
      <ImportWizard listId={id} variables={list.data?.list.variables ?? []} />
    </>
  );
}
