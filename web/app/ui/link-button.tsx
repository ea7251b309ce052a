import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';

type LinkButtonProps = ButtonProps & { to: string; disabled: boolean };

/** A button that leads to another screen. A link can't be disabled, so a disabled one is a real button. */
export function LinkButton({ to, disabled, ...look }: LinkButtonProps) {
  return disabled ? <Button {...look} disabled /> : <Button {...look} component={Link} to={to} />;
}
