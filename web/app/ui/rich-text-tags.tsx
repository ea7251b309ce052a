import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ExactTime, RelativeTime } from './relative-time.tsx';

/*
 * How the marked parts of a `RichText` are drawn, for its `tags`.
 */

export const strong = (text: string): ReactNode => <strong>{text}</strong>;

export function linkTo(path: string): (text: string) => ReactNode {
  return (text) => (
    <Anchor component={Link} to={path} inherit underline="always">
      {text}
    </Anchor>
  );
}

/** Draws a time in place of the marked part. */
export function relativeTime(at: string): () => ReactNode {
  return () => <RelativeTime at={at} />;
}

/** Draws an exact time in place of the marked part. */
export function exactTime(at: string): () => ReactNode {
  return () => <ExactTime at={at} />;
}
