import type { RecipientList } from '@sandpiper/contract/lists';
import { ImportStrip } from '../features/imports/import-strip.tsx';
import { ListHeader } from '../features/lists/list-header.tsx';
import { ListPage } from '../features/lists/list-page.tsx';
import { listTexts } from '../features/lists/lists.texts.ts';
import { useAnnouncedChange } from '../features/people-changes/announce-change.ts';
import { RunningChanges } from '../features/people-changes/running-changes.tsx';
import { ListRecipients } from '../features/recipients/list-recipients.tsx';
import { useRecipientActions } from '../features/recipients/recipient-actions.tsx';
import { SubscriptionBanner } from '../ui/notices.tsx';

export default function ListDetailPage() {
  return <ListPage>{(id, list) => <ListDetail id={id} list={list} />}</ListPage>;
}

function ListDetail({ id, list }: { id: number; list: RecipientList | undefined }) {
  const change = useAnnouncedChange();
  const { buttons, items, dialogs } = useRecipientActions(id);
  return (
    <>
      <ListHeader list={list} buttons={buttons} items={items} />
      {dialogs}
      <SubscriptionBanner what={listTexts.page.subscription} />
      <ImportStrip listId={id} />
      <ListRecipients
        listId={id}
        variables={list?.variables ?? []}
        work={<RunningChanges />}
        isChanging={change.isPending}
        onChange={change.make}
      />
    </>
  );
}
