function normalized(path: string): string {
  const trimmed = path.trim().replace(/(?<![\\/])[\\/]+$/, '');
  // Windows ignores case and accepts either slash.
  return /^[a-z]:/i.test(trimmed) ? trimmed.toLowerCase().replaceAll('/', '\\') : trimmed;
}

/** Whether two spellings of a path name the same folder. */
export function isSamePath(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}
