import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';

type LinkButtonProps = ButtonProps & { to: string; disabled?: boolean };

/** A link that looks like a button. While disabled, it is rendered as a button, because links can't be disabled. */
export function LinkButton({ to, disabled = false, ...look }: LinkButtonProps) {
  return disabled ? <Button {...look} disabled /> : <Button {...look} component={Link} to={to} />;
}
