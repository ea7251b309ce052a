import { Alert, Skeleton, Text } from '@mantine/core';
import type { PackInfo } from '@sandpiper/contract/accounts';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { formatCount } from '../../platform/dates.ts';

/** How much of the pack is used, such as "3 of 10 accounts". The place is kept while it loads. */
export function PackUsage({ pack }: { pack: PackInfo | undefined }) {
  if (pack === undefined) return <Skeleton height={14} width={150} my={4} />;
  const { currentProfileCount, packInfo } = pack;
  const most = packInfo.maxProfiles;
  return (
    <Text size="sm" c="dimmed" component="span" h={22}>
      {most === null
        ? `${formatCount(currentProfileCount)} accounts, ${packInfo.name} pack (unlimited)`
        : `${formatCount(currentProfileCount)} of ${formatCount(most)} accounts, ${packInfo.name} pack`}
    </Text>
  );
}

/** Why nothing can be added; nothing while there is room. */
export function PackLimitNotice({ pack }: { pack: PackInfo | undefined }) {
  if (pack === undefined || pack.canAddMore) return null;
  return (
    <Alert
      color="blue"
      variant="light"
      mb="md"
      role="note"
      icon={<IconArrowUpCircle aria-hidden />}
      title={`Your ${pack.packInfo.name} pack is full`}
    >
      It holds up to {pack.packInfo.maxProfiles} accounts. Upgrade to Pro for unlimited accounts, or delete one you no
      longer use.
    </Alert>
  );
}
