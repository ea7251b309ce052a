import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';

type LinkButtonProps = ButtonProps & { to: string; disabled: boolean };

/** A button that links to another screen. A link can't be disabled, so it is a real button while disabled. */
export function LinkButton({ to, disabled, ...look }: LinkButtonProps) {
  return disabled ? <Button {...look} disabled /> : <Button {...look} component={Link} to={to} />;
}
