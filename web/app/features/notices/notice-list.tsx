import { Anchor, Button } from '@mantine/core';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import type { Notice } from '@sandpiper/contract/notices';
import { noticesPageSize } from '@sandpiper/contract/limits';
import {
  IconCreditCard,
  IconDeviceLaptop,
  IconDownload,
  IconFileImport,
  IconFileZip,
  IconFlag,
  IconHandStop,
  IconInbox,
  IconLifebuoy,
  IconLogin2,
  IconPlayerPause,
  IconPlugConnectedX,
  IconShieldLock,
  IconUserX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePageRows } from '../../platform/pagination.ts';
import { useTableState } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { TableFooter } from '../../ui/table-footer.tsx';
import css from './notice-list.module.css';
import { useNotices, useReadAllNotices, useReadNotice, useUnreadNotices } from './notices.queries.ts';
import { noticesTexts } from './notices.texts.ts';

const texts = noticesTexts.list;
const defaults = { size: noticesPageSize, sizes: [noticesPageSize], filters: {} };

const icons: Readonly<Record<NoticeKind, TablerIcon>> = {
  account_held: IconHandStop,
  agent_away: IconPlugConnectedX,
  campaign_paused: IconPlayerPause,
  campaign_ended: IconFlag,
  import_ended: IconFileImport,
  subscription_ending: IconCreditCard,
  ticket_answered: IconLifebuoy,
  unread_replies: IconInbox,
  agent_update: IconDownload,
  new_sign_in: IconLogin2,
  new_computer: IconDeviceLaptop,
  security_change: IconShieldLock,
  export_ready: IconFileZip,
  deletion_asked: IconUserX,
};

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const Icon = icons[notice.kind];
  return (
    <li className={css['notice']} data-unread={!notice.is_read || undefined}>
      <Icon size={20} aria-hidden />
      <div className={css['words']}>
        <p className={css['title']}>
          <Anchor
            component={Link}
            to={notice.path}
            inherit
            onClick={onOpen}
            // Browsers report the middle mouse button, which opens a link in another tab, only with this event.
            onAuxClick={({ button }) => button === 1 && onOpen()}
          >
            {notice.title}
          </Anchor>
          {!notice.is_read && <span className={css['unread']}>{texts.unread}</span>}
        </p>
        <p className={css['message']}>{notice.message}</p>
        <p className={css['time']}>
          <RelativeTime at={notice.created_at} />
        </p>
      </div>
    </li>
  );
}

/** A button that marks all notices up to the newest loaded notice as read. */
export function ReadAllButton() {
  const unread = useUnreadNotices();
  const newest = useNotices(1).data?.notices[0]?.id;
  const readAll = useReadAllNotices();
  if (newest === undefined) return null;
  return (
    <Button
      variant="default"
      disabled={unread === 0}
      loading={readAll.isPending}
      onClick={() => readAll.mutate(newest)}
    >
      {texts.markAllRead}
    </Button>
  );
}

/** A page of notices, newest first. A notice is marked as read when the user opens its link. */
export function NoticeList() {
  const table = useTableState(defaults);
  const answer = useNotices(table.page);
  const read = useReadNotice();
  const rows = usePageRows({ table, answer, rows: answer.data?.notices });
  if (answer.isError && answer.data === undefined) {
    return <LoadFailed what={texts.label} onRetry={() => void answer.refetch()} />;
  }
  if (rows === undefined) return <SkeletonCard height={320} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={texts.empty}
        action={
          <LinkButton to="/settings" variant="default">
            {texts.choose}
          </LinkButton>
        }
      >
        {texts.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css['list']} aria-label={texts.label}>
        {rows.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onOpen={() => {
              if (!notice.is_read) read.mutate(notice.id);
            }}
          />
        ))}
      </ul>
      <TableFooter table={table} pagination={answer.data?.pagination} noun={texts.noun} />
    </>
  );
}
