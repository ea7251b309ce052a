import { ImportHistory } from '../features/imports/import-history.tsx';
import { importTexts } from '../features/imports/imports.texts.ts';
import { BackToList } from '../features/lists/list-header.tsx';
import { ListPage } from '../features/lists/list-page.tsx';
import { useHasSubscription } from '../platform/session.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function ListImportsPage() {
  const isAllowed = useHasSubscription();
  return (
    <ListPage>
      {(id, list) => (
        <>
          <PageHeader
            title={importTexts.history.title}
            description={importTexts.history.description}
            back={<BackToList list={list} id={id} />}
            actions={
              <LinkButton to={`/lists/${id}/import`} disabled={!isAllowed}>
                {importTexts.title}
              </LinkButton>
            }
          />
          <SubscriptionBanner what={importTexts.subscription} />
          <ImportHistory listId={id} />
        </>
      )}
    </ListPage>
  );
}
