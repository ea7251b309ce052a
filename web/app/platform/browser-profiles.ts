function normalized(path: string): string {
  const trimmed = path.trim().replace(/(?<![\\/])[\\/]+$/, '');
  // Windows paths ignore case and accept either slash.
  return /^[a-z]:/i.test(trimmed) ? trimmed.toLowerCase().replaceAll('/', '\\') : trimmed;
}

/** Returns whether two paths, possibly spelled differently, name the same folder. */
export function isSamePath(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}
