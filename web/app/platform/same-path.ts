function plain(path: string): string {
  const trimmed = path.trim().replace(/(?<![\\/])[\\/]+$/, '');
  // Windows does not tell upper case from lower, nor one slash from the other.
  return /^[a-z]:/i.test(trimmed) ? trimmed.toLowerCase().replaceAll('/', '\\') : trimmed;
}

/** Whether two ways of writing a folder mean the same one. */
export function isSamePath(one: string, other: string): boolean {
  return plain(one) === plain(other);
}
