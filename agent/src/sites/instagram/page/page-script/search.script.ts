import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import { isVisible, openDialogs, wordsOf } from './elements.script.ts';

/* These functions run inside the page (see elements.script.ts). */

/**
 * Finds the field for searching for people in a dialog. `isSure`: the dialog is definitely the new-message dialog. Otherwise, the field is
 * the dialog's only one and has no name, so the dialog might be a different one.
 */
export function searchIn(dialog: Element, locators: Locators): { field: HTMLInputElement; isSure: boolean } | null {
  const named = [...dialog.querySelectorAll<HTMLInputElement>(locators.queryBox)].find(isVisible);
  if (named !== undefined) return { field: named, isSure: true };
  const fields = [
    ...dialog.querySelectorAll('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'),
  ].filter(isVisible);
  const [field] = fields;
  const isAlone = fields.length === 1 && field instanceof HTMLInputElement && field.matches(locators.searchField);
  if (!isAlone) return null;
  const isSure = dialog.querySelector(locators.searchSign) !== null;
  return isSure || field.name === '' ? { field, isSure } : null;
}

/** Finds the new-message dialog. If no candidate is certain, returns the candidate if there is exactly one, or null otherwise. */
export function findSearch(locators: Locators) {
  const found = openDialogs('[role="dialog"]').flatMap((dialog) => {
    const search = searchIn(dialog, locators);
    return search === null ? [] : [{ dialog, ...search }];
  });
  return found.find(({ isSure }) => isSure) ?? (found.length === 1 ? (found[0] ?? null) : null);
}

export function searchRows(dialog: Element, locators: Locators): Element[] {
  return [...dialog.querySelectorAll(locators.searchResult)].filter(isVisible);
}

/**
 * Returns the lines of text in a search result, such as the handle, a display name that people can choose freely, and text for
 * screen readers.
 */
export function linesOf(row: Element): string[] {
  const leaves = [...row.querySelectorAll('span, div')].filter((part) => part.childElementCount === 0);
  return leaves.map(wordsOf).filter((line) => line !== '');
}

export function readSearch(locators: Locators, texts: SiteTexts) {
  const search = findSearch(locators);
  if (search === null) return null;
  const words = wordsOf(search.dialog);
  return {
    query: search.field.value,
    rows: searchRows(search.dialog, locators).map(linesOf),
    isEmpty: texts.noAccountFound.some((text) => words.includes(text)),
    dialogText: words.slice(0, 2000),
  };
}
