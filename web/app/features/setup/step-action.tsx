import { Button } from '@mantine/core';
import { useHasSubscription } from '../../platform/session.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

type StepActionProps = {
  explain: string;
  label: string;
  /** The step is done already, so this is one more of the same. */
  isAgain?: boolean;
} & ({ onClick: () => void } | { to: string });

/** A step that is one button: what it does, and the button. */
export function StepAction({ explain, label, isAgain = false, ...target }: StepActionProps) {
  const isAllowed = useHasSubscription();
  const look = { variant: isAgain ? 'default' : 'filled', disabled: !isAllowed, children: label };
  return (
    <>
      <p>{explain}</p>
      {'to' in target ? <LinkButton to={target.to} {...look} /> : <Button onClick={target.onClick} {...look} />}
    </>
  );
}
