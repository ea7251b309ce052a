import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { ExactTime, RelativeTime } from './relative-time.tsx';

/* Common render functions for the tags in rich text. */
export const strong = (text: string) => <strong>{text}</strong>;

export const code = (text: string) => <code>{text}</code>;

export const timeAt = (at: string | null, fallback?: string) => () => <RelativeTime at={at} fallback={fallback} />;

export const exactTimeAt = (at: string | null) => () => <ExactTime at={at} />;

export const linkTo = (path: string) => (text: string) => (
  <Anchor component={Link} to={path} inherit underline="always">
    {text}
  </Anchor>
);
