import { Menu } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import css from './list-card.module.css';
import type { ListDialogKind } from './list-dialogs.tsx';
import { ListMenuItems } from './list-menu.tsx';
import { failedCount, progressText } from './list-progress.ts';
import { ListFilling } from './list-work/list-filling.tsx';
import { listTexts } from './lists.texts.ts';

type ListCardProps = { list: RecipientList; onOpen: (dialog: ListDialogKind) => void; children?: ReactNode };

const { card: texts } = listTexts;

/** Returns the CSS width of a segment of the progress bar. */
function shareOf(count: number, list: RecipientList): string {
  return list.recipient_count === 0 ? '0' : `${(count / list.recipient_count) * 100}%`;
}

export function ListCard({ list, onOpen, children }: ListCardProps) {
  return (
    <article className={css['card']} aria-label={list.name}>
      <header className={css['head']}>
        <h2>
          <Link to={`/lists/${list.id}`}>{list.name}</Link>
        </h2>
        <RowMenu of={list.name}>
          <Menu.Item component={Link} to={`/lists/${list.id}`} leftSection={<IconUsers size={16} aria-hidden />}>
            {texts.view}
          </Menu.Item>
          <ListMenuItems list={list} onOpen={onOpen} />
        </RowMenu>
      </header>
      <p className={css['description']}>{list.description ?? ''}</p>
      <p className={css['count']}>
        <RichText text={texts.recipients(list.recipient_count)} tags={{ count: strong }} />
      </p>
      <div className={css['bar']} aria-hidden="true">
        <span data-part="sent" style={{ width: shareOf(list.sent_count, list) }} />
        <span data-part="failed" style={{ width: shareOf(failedCount(list), list) }} />
      </div>
      <p className={css['pending']}>{progressText(list)}</p>
      <ListFilling list={list} />
      {children}
    </article>
  );
}
