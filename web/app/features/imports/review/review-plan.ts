import type { ImportFate, OptionalFate } from '@sandpiper/contract/import-fates';
import type { Import } from '@sandpiper/contract/imports';

/** What the user has decided about a checked import. */
export type ReviewPlan = { include: OptionalFate[]; update_values: boolean };

/** In the order in which they are shown: first those who may be added. */
export const fatesShown = [
  'new',
  'on_other_list',
  'contacted',
  'on_this_list',
  'do_not_contact',
  'repeated',
  'invalid',
] as const satisfies readonly ImportFate[];

/** How many people the import will add. */
export function addedBy({ fates }: Pick<Import, 'fates'>, { include }: ReviewPlan): number {
  return include.reduce((sum, fate) => sum + fates[fate], fates.new);
}

/** How many people on the list may get other values. */
export function updatedBy({ fates }: Pick<Import, 'fates'>, plan: ReviewPlan): number {
  return plan.update_values ? fates.on_this_list : 0;
}

export function withFate({ include }: ReviewPlan, fate: OptionalFate, isIncluded: boolean): OptionalFate[] {
  return isIncluded ? [...include, fate] : include.filter((each) => each !== fate);
}
