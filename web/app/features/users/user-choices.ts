import type { Role } from '@sandpiper/contract/auth';
import { plans, type Pack } from '@sandpiper/contract/plans';

type Choice<Value extends string> = { readonly value: Value; readonly label: string };

export const roleChoices: readonly Choice<Role>[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
];

export const packChoices: readonly Choice<Pack>[] = [
  { value: 'starter', label: plans.starter.name },
  { value: 'pro', label: plans.pro.name },
];

export const activityChoices: readonly Choice<'active' | 'expired'>[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
];

/** The choice with that value, or undefined: an address may hold anything. */
export function chosen<Value extends string>(choices: readonly Choice<Value>[], value: string): Value | undefined {
  return choices.find((choice) => choice.value === value)?.value;
}

export function labelOf<Value extends string>(choices: readonly Choice<Value>[], value: Value): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
