/** Returns navigation state for guest pages, such as sign-in. It keeps the page that was asked for until someone has signed in. */
export function stateForPage(askedPage: string) {
  return { askedPage };
}
