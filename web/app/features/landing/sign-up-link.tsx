import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import type { ReactNode } from 'react';

type SignUpLinkProps = {
  registration: RegistrationMode;
  className?: string | undefined;
  label?: string;
  children: ReactNode;
  /** The text of a link to the contact form, shown if registration isn't open. Without it, nothing is shown then. */
  instead?: string;
};

/** Links to registration, or to the contact form if visitors can't register on their own. */
export function SignUpLink({ registration, className, label, children, instead }: SignUpLinkProps) {
  if (registration === 'open') {
    return (
      <a href="/register" className={className} aria-label={label}>
        {children}
      </a>
    );
  }
  if (instead === undefined) return null;
  return (
    <a href="#contact" className={className}>
      {instead}
    </a>
  );
}
