import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

type PageRangeProps = { isShown: boolean; children: ReactNode };

const outOfSight = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** The line "Showing x to y of z results". Screen readers announce it after a search even if it isn't shown. */
export function PageRange({ isShown, children }: PageRangeProps) {
  return (
    <Text size="sm" c="dimmed" role="status" style={isShown ? {} : outOfSight}>
      {children}
    </Text>
  );
}
