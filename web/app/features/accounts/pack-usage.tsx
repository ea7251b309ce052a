import { Button, Skeleton } from '@mantine/core';
import type { PackInfo } from '@sandpiper/contract/accounts';
import { ticketRequestPath } from '../../platform/ticket-requests.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { accountTexts } from './accounts.texts.ts';
import css from './pack-usage.module.css';

const { pack: texts } = accountTexts;

function usedText({ currentProfileCount, packInfo: { name, maxProfiles } }: PackInfo): string {
  return maxProfiles === null
    ? texts.unlimited(currentProfileCount, name)
    : texts.limited(currentProfileCount, maxProfiles, name);
}

/** Shows how many of the pack's accounts are used, and what to do when the pack is full. Shows a skeleton while the pack loads. */
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
      {isFull && <strong>{texts.full}</strong>}
      {isFull && (
        <LinkButton to={ticketRequestPath('upgrade')} size="compact-xs" variant="default">
          {texts.request}
        </LinkButton>
      )}
    </div>
  );
}

/** Explains that no account can be added because the pack couldn't be loaded. */
export function PackUnknown({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div className={css['usage']} role="status">
      <span>{texts.unknown}</span>
      <Button size="compact-xs" variant="default" loading={isTrying} onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  );
}
