import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { withLastQuery } from '../platform/last-queries.ts';
import css from './back-link.module.css';

/** A link that leads back to a screen, with the screen's last filters and page number. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={withLastQuery(to)} inherit className={css['back'] ?? ''}>
      <IconArrowLeft size={15} aria-hidden /> {children}
    </Anchor>
  );
}
