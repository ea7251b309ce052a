/* This is separate from the limits, so that the dashboard doesn't load it. */

/**
 * Matches an email address. Excludes characters with which mail programs separate or annotate addresses, and other full stops. Otherwise,
 * the limits on emails to an address could be bypassed by writing it differently. Each part also excludes the character that begins the
 * next one, so that matching takes linear time.
 */
export const emailPattern =
  /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+(\.[^\s@,;:<>()[\]"\\.\u3002\uFF0E\uFF61]+)+$/;
