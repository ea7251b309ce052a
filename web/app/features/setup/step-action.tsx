import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';

type StepActionProps = {
  explain: string;
  label: string;
  /** The step is done already, so this is one more of the same. */
  isAgain?: boolean;
} & ({ onClick: () => void } | { to: string });

/** A step that is one button: what it does, and the button. */
export function StepAction({ explain, label, isAgain = false, ...target }: StepActionProps) {
  const isAllowed = useHasSubscription();
  const look = { variant: isAgain ? 'default' : 'filled', children: label };
  return (
    <>
      <p>{explain}</p>
      {isAllowed && 'to' in target ? (
        <Button component={Link} to={target.to} {...look} />
      ) : (
        <Button disabled={!isAllowed} {...('onClick' in target ? { onClick: target.onClick } : {})} {...look} />
      )}
    </>
  );
}
