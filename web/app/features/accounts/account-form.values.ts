import type { Account } from '@sandpiper/contract/accounts';
import { isBrowserDefaultFolder } from '@sandpiper/contract/default-profiles';
import type { AccountInput } from './accounts.queries.ts';
import { accountTexts } from './accounts.texts.ts';
import { limitsInputOf, limitsOf, proposedLimits, type LimitsInput } from './limits/limits-input.ts';

const { form: texts } = accountTexts;

type Identity = { profile_name: string; profile_path: string; insta_username: string; insta_password: string };

/** The account form's values as typed, before validation. */
export type AccountFormValues = Identity & LimitsInput;

const blank: Identity = { profile_name: '', profile_path: '', insta_username: '', insta_password: '' };

export const blankValues: AccountFormValues = { ...blank, ...proposedLimits() };

/** What the user types about an account that gets a new Firefox profile. */
export type NewAccountValues = Omit<AccountFormValues, 'profile_path'>;

export function newAccountValuesOf({ profile_path: _path, ...values }: AccountFormValues): NewAccountValues {
  return values;
}

export function problemOfPath(path: string): string | null {
  if (path.trim() === '') return texts.pathRequired;
  // Reject the folder of a profile that Firefox created itself, regardless of the account's name.
  return isBrowserDefaultFolder(path) ? texts.personalProfile : null;
}

export function valuesOf(account: Account | 'new' | null): AccountFormValues {
  if (account === null || account === 'new') return blankValues;
  const { profile_name, profile_path, insta_username } = account;
  return {
    ...blank,
    profile_name,
    profile_path,
    insta_username: insta_username ?? '',
    ...limitsInputOf(account),
  };
}

export function accountOf(values: AccountFormValues): AccountInput {
  const { profile_name, profile_path, insta_username, insta_password } = values;
  return { profile_name, profile_path, insta_username, insta_password, ...limitsOf(values) };
}
