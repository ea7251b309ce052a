import type { ReactNode } from 'react';
import css from './sign-up-link.module.css';

type SignUpLinkProps = {
  className?: string | undefined;
  label?: string;
  children: ReactNode;
  /** The label of the contact form link, shown when registration isn't open. If omitted, nothing is shown in that case. */
  instead?: string;
};

/**
 * A link to registration or, if visitors can't register on their own, to the contact form. The HTML contains both links, and CSS shows the
 * right one for the registration mode that the server wrote into the page. This way, the first paint is already correct.
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
