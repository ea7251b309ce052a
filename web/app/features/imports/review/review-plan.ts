import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import } from '@sandpiper/contract/imports';
import { useState } from 'react';

/** What the user has chosen to import: the optional fates to include, and whether to update existing people's values. */
export type ReviewPlan = { include: OptionalFate[]; update_values: boolean };

export type Review = ReturnType<typeof useReview>;

/** Holds what the user enters in the review. The page keeps these values while the rows are checked again. */
export function useReview(of: Import) {
  const [plan, setPlan] = useState<ReviewPlan>({ include: of.include, update_values: of.update_values });
  const [source, setSource] = useState('');
  return { plan, setPlan, source, setSource };
}

/** The fates in display order. The fates of people who can be added come first. */
export const fatesShown = [
  'new',
  'on_other_list',
  'contacted',
  'on_this_list',
  'do_not_contact',
  'repeated',
  'invalid',
] as const satisfies readonly ImportFate[];

/** Returns how many people the import would add. */
export function addedBy({ fates }: Pick<Import, 'fates'>, { include }: ReviewPlan): number {
  return include.reduce((sum, fate) => sum + fates[fate], fates.new);
}

/** Returns an upper bound for the number of people on the list who would get new values. */
export function updatedBy({ fates }: Pick<Import, 'fates'>, plan: ReviewPlan): number {
  return plan.update_values ? fates.on_this_list : 0;
}

export function withFate({ include }: ReviewPlan, fate: OptionalFate, isIncluded: boolean): OptionalFate[] {
  return isIncluded ? [...include, fate] : include.filter((each) => each !== fate);
}
