import type { Account, Computer } from '@sandpiper/contract/accounts';
import type { BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';

function normalized(path: string): string {
  const trimmed = path.trim().replace(/(?<![\\/])[\\/]+$/, '');
  // Windows paths (C:\… and \\server\share\…) are case-insensitive and accept both kinds of slashes.
  return /^([a-z]:|[\\/]{2})/i.test(trimmed) ? trimmed.toLowerCase().replaceAll('/', '\\') : trimmed;
}

/** Returns whether two paths are the same. Ignores trailing slashes and, on Windows, the kind of slash and the case. */
export function isSamePath(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** Returns whether a path starts with the text that the user has typed so far. Ignores the same differences as `isSamePath`. */
export function startsPath(typed: string, path: string): boolean {
  return normalized(path).startsWith(normalized(typed));
}

/**
 * Returns whether the account uses the Firefox profile at this path on this computer. If either computer isn't known, compares only
 * the paths.
 */
export function isOnProfile(account: Account, path: string, computerId: string | undefined): boolean {
  const isElsewhere = account.computer !== null && computerId !== undefined && account.computer.id !== computerId;
  return !isElsewhere && isSamePath(account.profile_path, path);
}

/** Returns whether a request is for this computer. If no computer is given, returns true. */
export function isOfComputer(request: BrowserProfileRequest, computer: Computer | undefined): boolean {
  return computer === undefined || request.computer_id === computer.id;
}
