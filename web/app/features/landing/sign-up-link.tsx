import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import type { ReactNode } from 'react';

type SignUpLinkProps = {
  registration: RegistrationMode;
  className?: string | undefined;
  label?: string;
  children: ReactNode;
  /** What leads to the contact form instead where not everybody may register; nothing when left out. */
  instead?: string;
};

/** The way to registration, or to the contact form where visitors can't register by themselves. */
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
