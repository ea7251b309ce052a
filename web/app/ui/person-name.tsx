import { forgottenName } from '@sandpiper/contract/usernames';
import { IconMessageOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './person-name.module.css';
import { uiTexts } from './ui.texts.ts';

/** The address of a person's page. */
export function personPath(username: string): string {
  return `/people/${encodeURIComponent(username)}`;
}

type PersonNameProps = {
  /** The username without @. */
  username: string;
  /** Whether the person is on the do-not-contact list; left out where that is not known. */
  isDoNotContact?: boolean | undefined;
};

/** A person's username, which leads to their page, and the mark of the do-not-contact list. A long one wraps. */
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

/** Says that a person is on the do-not-contact list: an icon beside a name, and the words for screen readers and on hover. */
export function DoNotContactMark() {
  return (
    <span className={css['mark']} role="img" aria-label={uiTexts.doNotContact} title={uiTexts.doNotContact}>
      <IconMessageOff size={14} aria-hidden />
    </span>
  );
}
