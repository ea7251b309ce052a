import { RelativeTime } from './relative-time.tsx';

/** The ways in which a part of a rich text is drawn. */
export const strong = (text: string) => <strong>{text}</strong>;

export const timeAt = (at: string | null, fallback?: string) => () => (
  <RelativeTime at={at} {...(fallback === undefined ? {} : { fallback })} />
);
