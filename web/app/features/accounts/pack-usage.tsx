import { Button, Skeleton } from '@mantine/core';
import type { PackInfo } from '@sandpiper/contract/accounts';
import { formatCount } from '../../platform/dates.ts';
import css from './pack-usage.module.css';

function usedText({ currentProfileCount, packInfo: { name, maxProfiles } }: PackInfo): string {
  const count = formatCount(currentProfileCount);
  return maxProfiles === null
    ? `${count} accounts, ${name} pack (unlimited)`
    : `${count} of ${formatCount(maxProfiles)} accounts, ${name} pack`;
}

/** How much of the pack is used, and what to do when it is full. The place is kept while it loads. */
export function PackUsage({ pack }: { pack: PackInfo | undefined }) {
  if (pack === undefined) {
    return (
      <div className={css['usage']}>
        <Skeleton height={12} width={150} my={4} />
      </div>
    );
  }
  const isFull = !pack.canAddMore;
  return (
    <div className={css['usage']} role="status" data-full={isFull || undefined}>
      <span>{usedText(pack)}</span>
      {isFull && <strong>Full. Upgrade to Pro for unlimited accounts.</strong>}
    </div>
  );
}

/** Why nothing can be added, when the pack could not be asked for. */
export function PackUnknown({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div className={css['usage']} role="status">
      <span>Your pack could not be checked, so no account can be added now.</span>
      <Button size="compact-xs" variant="default" loading={isTrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
