import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Hint } from '../../ui/hint.tsx';
import css from './bell.module.css';
import { useBrowserNotifications } from './browser-notifications.ts';
import { useUnreadNotices } from './notices.queries.ts';
import { noticesTexts } from './notices.texts.ts';

const most = 99;

/**
 * A link to the notices that shows how many of them are unread. Also shows browser notifications, because the bell is part of the frame
 * around the signed-in screens.
 */
export function Bell() {
  const unread = useUnreadNotices();
  useBrowserNotifications();
  return (
    <Hint text={noticesTexts.title}>
      <ActionIcon
        component={Link}
        to="/notices"
        className={css['bell'] ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={noticesTexts.bell(unread)}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 && (
          <span className={css['count']} aria-hidden="true">
            {unread > most ? noticesTexts.many : unread}
          </span>
        )}
      </ActionIcon>
    </Hint>
  );
}
