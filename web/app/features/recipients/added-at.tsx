import { Text } from '@mantine/core';
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx';

/** When a person was added to a list. */
export function AddedAt({ at }: { at: string }) {
  return (
    <>
      <ExactTime at={at} />{' '}
      <Text span size="xs" c="dimmed">
        <RelativeTime at={at} />
      </Text>
    </>
  );
}
