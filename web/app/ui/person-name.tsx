import { forgottenName } from '@sandpiper/contract/forgotten-people';
import { IconMessageOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './person-name.module.css';
import { uiTexts } from './ui.texts.ts';

/** Returns the URL path of a person's page. */
export function personPath(username: string): string {
  return `/people/${encodeURIComponent(username)}`;
}

type PersonNameProps = {
  /** The username, without @. */
  username: string;
  /** Whether the person is on the do-not-contact list. Omitted if unknown. */
  isDoNotContact?: boolean | undefined;
};

/**
 * A username that links to the person's page unless the person was forgotten, with an icon if they are on the do-not-contact list. Long
 * names wrap.
 */
export function PersonName({ username, isDoNotContact = false }: PersonNameProps) {
  if (username === forgottenName) return <span className={css['forgotten']}>{username}</span>;
  return (
    <span className={css['person']}>
      <Link to={personPath(username)} className={css['name']}>
        @{username}
      </Link>
      {isDoNotContact && (
        <>
          {' '}
          <DoNotContactMark />
        </>
      )}
    </span>
  );
}

/** An icon for people on the do-not-contact list. Its meaning appears on hover and is announced by screen readers. */
export function DoNotContactMark() {
  return (
    <span className={css['mark']} role="img" aria-label={uiTexts.doNotContact} title={uiTexts.doNotContact}>
      <IconMessageOff size={14} aria-hidden />
    </span>
  );
}
