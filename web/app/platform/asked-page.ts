/**
 * Returns navigation state for guest pages, such as sign-in. It keeps the page that was asked for until someone has signed in. `by` is the
 * ID of the user whose session ended on that page, or undefined if a guest asked for it.
 */
export function stateForPage(askedPage: string, by?: number) {
  return { askedPage, by };
}
