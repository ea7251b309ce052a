import { profileLinkHeader } from '@sandpiper/contract/exported-lists';
import { instagramUrl, usernameProblem } from '@sandpiper/contract/usernames';

/** The column of an exported table with links to people's pages on Instagram. */
export const profileLinkColumn = { header: profileLinkHeader, width: 44 };

/** Returns the link to a person's page on Instagram. Returns null if the username is missing or invalid, as for a forgotten person. */
export function profileLinkOf(username: string | null): string | null {
  return username === null || usernameProblem(username) !== null ? null : instagramUrl(username);
}
