/* The token that spares this browser the code of two-factor sign-in, for each user who signs in here. */

const keyOf = (username: string) => `remembered-browser ${username.trim().toLowerCase()}`;

export function readRememberedBrowser(username: string): string | null {
  return localStorage.getItem(keyOf(username));
}

export function storeRememberedBrowser(username: string, token: string): void {
  localStorage.setItem(keyOf(username), token);
}

export function removeRememberedBrowser(username: string): void {
  localStorage.removeItem(keyOf(username));
}
