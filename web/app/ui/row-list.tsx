import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './row-list.module.css';

type RowListProps = { label: string; children: ReactNode };

/** A short list in which each row has a text and an action. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={css['list']} aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = { name: ReactNode; badge?: ReactNode; action?: ReactNode; children: ReactNode };

/** A name and, below it, its {@link Fact}s. */
export function Row({ name, badge, action, children }: RowProps) {
  return (
    <li className={css['row']}>
      <div className={css['words']}>
        <p className={css['name']}>
          {name} {badge}
        </p>
        {children}
      </div>
      {action}
    </li>
  );
}

export function Fact({ children }: { children: ReactNode }) {
  return <p className={css['fact']}>{children}</p>;
}

type RemoveButtonProps = { text: string; label: string; isBusy?: boolean; onClick: () => void };

/** A button that removes the row's item. `label` names the item for screen readers. */
export function RemoveButton({ text, label, isBusy = false, onClick }: RemoveButtonProps) {
  return (
    <Button variant="subtle" color="red" size="xs" flex="none" loading={isBusy} onClick={onClick} aria-label={label}>
      {text}
    </Button>
  );
}
