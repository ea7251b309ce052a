/* This is separate from the limits, so that the dashboard doesn't load it. */

/**
 * Matches an email address. If it allowed characters that mail programs ignore or that separate or annotate addresses, or full stops from
 * other scripts, someone could write the same address in many ways to get around the limits on emails to it. Each part also excludes the
 * character that begins the next part, so that matching takes linear time.
 */
export const emailPattern =
  /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+(\.[^\s\p{C}@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+)+$/u;
