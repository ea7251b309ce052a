import type { Role } from '@sandpiper/contract/auth';
import { plans, type Pack } from '@sandpiper/contract/plans';
import type { Choice } from '../../platform/choices.ts';

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
