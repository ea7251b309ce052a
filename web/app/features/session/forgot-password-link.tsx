import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import css from './forgot-password-link.module.css';
import { sessionTexts } from './session.texts.ts';

/** A link to the password reset page. If the server can't send email, the space stays empty so that the layout doesn't change. */
export function ForgotPasswordLink({ canReset }: { canReset: boolean }) {
  const state: unknown = useLocation().state;
  return (
    <p className={css['link']}>
      {canReset && (
        <Anchor component={Link} to="/forgot-password" state={state} size="sm">
          {sessionTexts.login.forgot}
        </Anchor>
      )}
    </p>
  );
}
