function normalized(path: string): string {
  const trimmed = path.trim().replace(/(?<![\\/])[\\/]+$/, '');
  // Windows paths are case-insensitive and accept both kinds of slashes.
  return /^[a-z]:/i.test(trimmed) ? trimmed.toLowerCase().replaceAll('/', '\\') : trimmed;
}

/** Returns whether two paths refer to the same folder, even if they are spelled differently. */
export function isSamePath(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}
