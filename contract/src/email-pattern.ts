/* This is separate from the limits, so that the dashboard doesn't load it. */

/**
 * Matches an email address. Excludes characters with which mail programs separate or annotate addresses or which they leave out, and other
 * full stops. Otherwise, the limits on emails to an address could be bypassed by writing it differently. Each part also excludes the
 * character that begins the next one, so that matching takes linear time.
 */
export const emailPattern =
  /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+(\.[^\s\p{C}@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+)+$/u;
