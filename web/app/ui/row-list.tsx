import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './row-list.module.css';

type RowListProps = { label: string; children: ReactNode };

/** A short list whose rows have text and, if something can be done with them, a button. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={css['list']} aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = { name: ReactNode; badge?: ReactNode; action?: ReactNode; children: ReactNode };

/** A row with a name and, below the name, one or more {@link Fact}s. */
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

/** A button that removes a row's item. `label` is the accessible name and should name the item. */
export function RemoveButton({ text, label, isBusy = false, onClick }: RemoveButtonProps) {
  return (
    <Button variant="subtle" color="red" size="xs" flex="none" loading={isBusy} onClick={onClick} aria-label={label}>
      {text}
    </Button>
  );
}
