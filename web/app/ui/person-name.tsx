import { forgottenName } from '@sandpiper/contract/usernames';
import { IconMessageOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './person-name.module.css';
import { uiTexts } from './ui.texts.ts';

/** Returns the address of a person's page. */
export function personPath(username: string): string {
  return `/people/${encodeURIComponent(username)}`;
}

type PersonNameProps = {
  /** The username without @. */
  username: string;
  /** Whether the person is on the do-not-contact list. Omitted if unknown. */
  isDoNotContact?: boolean | undefined;
};

/** A person's username with a link to their page, and a mark if they are on the do-not-contact list. A long name wraps. */
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

/** An icon beside a name that shows that the person is on the do-not-contact list, with a text for screen readers and on hover. */
export function DoNotContactMark() {
  return (
    <span className={css['mark']} role="img" aria-label={uiTexts.doNotContact} title={uiTexts.doNotContact}>
      <IconMessageOff size={14} aria-hidden />
    </span>
  );
}
