import type { ReactNode } from 'react';
import css from './sign-up-link.module.css';

type SignUpLinkProps = {
  className?: string | undefined;
  label?: string;
  children: ReactNode;
  /** The text of a link to the contact form, shown if registration isn't open. Without it, no link is shown in that case. */
  instead?: string;
};

/**
 * Links to registration, or to the contact form if visitors can't register on their own. The page contains both, and the style sheet shows
 * the right one for the registration mode that the server wrote into the page, so that it is correct from the first paint.
 */
export function SignUpLink({ className = '', label, children, instead }: SignUpLinkProps) {
  return (
    <>
      <a href="/register" className={`${className} ${css['open']}`} aria-label={label}>
        {children}
      </a>
      {instead !== undefined && (
        <a href="#contact" className={`${className} ${css['instead']}`}>
          {instead}
        </a>
      )}
    </>
  );
}
