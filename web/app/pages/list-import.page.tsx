import { ImportWizard } from '../features/imports/import-wizard.tsx';
import { importTexts } from '../features/imports/imports.texts.ts';
import { BackToList } from '../features/lists/list-header.tsx';
import { ListPage } from '../features/lists/list-page.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function ListImportPage() {
  return (
    <ListPage>
      {(id, list) => (
        <>
          <PageHeader
            title={importTexts.title}
            description={list === undefined ? importTexts.intoList : importTexts.into(list.name)}
            back={<BackToList list={list} id={id} />}
          />
          <SubscriptionBanner what={importTexts.subscription} />
          <ImportWizard listId={id} variables={list?.variables ?? []} />
        </>
      )}
    </ListPage>
  );
}
