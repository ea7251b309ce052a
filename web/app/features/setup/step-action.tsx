import { Button } from '@mantine/core';
import { useHasSubscription } from '../../platform/session.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

type StepActionProps = {
  explain: string;
  label: string;
  /** Whether the step is already done, in which case the button is less prominent. */
  isAgain?: boolean;
} & ({ onClick: () => void } | { to: string });

/** A step's content: an explanation and a button. */
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
