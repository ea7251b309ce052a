import { useMediaQuery } from '@mantine/hooks';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { ListMenuItems } from './list-menu.tsx';
import { ListFilling } from './list-work/list-filling.tsx';
import css from './list-header.module.css';
import { progressText } from './list-progress.ts';
import { listTexts } from './lists.texts.ts';

const back = <BackLink to="/lists">{listTexts.detail.back}</BackLink>;

/** A link from a list's subpages back to the list. */
export function BackToList({ list, id }: { list: RecipientList | undefined; id: number }) {
  return <BackLink to={`/lists/${id}`}>{list?.name ?? listTexts.detail.title}</BackLink>;
}

function countsOf(list: RecipientList): string {
  const people = listTexts.detail.recipients(list.recipient_count);
  return list.recipient_count === 0 ? people : `${people}: ${progressText(list)}`;
}

type ListHeaderProps = {
  /** Undefined while the list loads. */
  list: RecipientList | undefined;
  /** The buttons for the list's recipients. */
  buttons: ReactNode;
  /** The buttons' actions as menu items, which replace the buttons on phones, so that the recipients start further up. */
  items: ReactNode;
};

/** The header of a list's page, with the list's menu. */
export function ListHeader({ list, buttons, items }: ListHeaderProps) {
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const dialog = useDialogState<ListDialog>();
  return (
    <>
      <PageHeader
        title={list?.name ?? listTexts.detail.title}
        back={back}
        description={
          <span className={css['facts']} title={list?.description ?? undefined}>
            {list !== undefined && <span>{countsOf(list)}</span>}
            {list !== undefined && list.description !== null && <span>{list.description}</span>}
          </span>
        }
        actions={
          <>
            {!isPhone && buttons}
            {list?.recipient_count !== 0 && <CreateCampaign list={list} />}
            {list !== undefined && (
              <RowMenu of={list.name}>
                {isPhone && items}
                <ListMenuItems list={list} onOpen={(kind) => dialog.open({ kind, list })} />
              </RowMenu>
            )}
          </>
        }
      />
      {list !== undefined && <ListFilling list={list} />}
      <ListDialogs
        dialog={dialog.target}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        onRemove={() => void navigate('/lists')}
      />
    </>
  );
}

function CreateCampaign({ list }: { list: RecipientList | undefined }) {
  const isAllowed = useHasSubscription();
  return (
    <LinkButton
      to={`/campaigns/new?list=${list?.id ?? ''}`}
      disabled={!isAllowed || list === undefined}
      leftSection={<IconSend size={16} aria-hidden />}
    >
      {listTexts.detail.createCampaign}
    </LinkButton>
  );
}

export function ListNotFound() {
  const { notFound: texts } = listTexts;
  return (
    <>
      <PageHeader title={texts.title} back={back} />
      <EmptyState title={texts.heading} action={<LinkButton to="/lists">{texts.action}</LinkButton>}>
        {texts.text}
      </EmptyState>
    </>
  );
}
