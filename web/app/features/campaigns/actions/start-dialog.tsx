import { Alert, Button, Checkbox, Skeleton } from '@mantine/core';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import type { ApiError } from '@sandpiper/contract/client';
import type { Preflight } from '@sandpiper/contract/preflight';
import { useState, type ReactNode } from 'react';
import { isRefused } from '../../../platform/failure.ts';
import { useRefetchOnEvent } from '../../../platform/refetch-on-event.ts';
import { useIsMounted } from '../../../platform/use-is-mounted.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { answered, useCampaignActions, useIsActing, type ReviewChoice } from '../campaign.actions.ts';
import { campaignReviewTexts as texts } from '../campaign-review.texts.ts';
import { preflightKey, usePreflight } from '../campaigns.queries.ts';
import { ReviewAccounts } from '../review/review-accounts.tsx';
import { ReviewMessages } from '../review/review-messages.tsx';
import { ReviewSummary } from '../review/review-summary.tsx';
import css from '../review/review.module.css';

const isUnfilled = ({ code }: Preflight['problems'][number]) => code === 'unknown_placeholder';

type StartDialogProps = {
  campaign: CampaignRow;
  /** Whether the user has already decided to schedule the start. */
  isLater: boolean;
  /** The error if the server rejected the start, otherwise null. */
  refusal: ApiError | null;
  onClose: () => void;
  /** Called if the server rejected the start. */
  onRefused: (refusal: ApiError) => void;
  /** Called when the user wants to schedule the start. */
  onLater: (choice: ReviewChoice) => void;
};

/**
 * The review before a campaign's first start, now or later. Shows how many people the campaign reaches, which accounts it uses, when it is
 * expected to end, and the messages. The confirm button is disabled while the review loads, so that nobody misses a warning.
 */
export function StartDialog({ campaign, isLater, refusal, onClose, onRefused, onLater }: StartDialogProps) {
  const { id } = campaign;
  const isMounted = useIsMounted();
  const { start } = useCampaignActions({ isShown: (error) => isMounted() && isRefused(error) });
  // The user's choices apply only to the message and the list that were on screen, so each is stored with their review key.
  const [repeatFor, setRepeatFor] = useState<string | null>(null);
  const [unfilledFor, setUnfilledFor] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  // The error that was on screen when the user last changed whether to send the message again. It is hidden now, because it doesn't apply
  // to the new choice.
  const [pastRefusal, setPastRefusal] = useState<ApiError | null>(null);
  const plain = usePreflight({ id, repeatFor: null, page: repeatFor === null ? page : 1 });
  const shown = usePreflight({ id, repeatFor, page });
  const isOutdated = [plain, shown].some(({ data }) => data !== undefined && data.review_key !== repeatFor);
  if (repeatFor !== null && isOutdated) setRepeatFor(null);
  const { data, isError } = shown;
  const key = data?.review_key ?? '';
  const acceptsUnfilled = unfilledFor === key;
  const isReviewed = data === undefined ? isError : acceptsUnfilled || !data.problems.some(isUnfilled);
  const isBlocked = data?.problems.some((problem) => problem.is_blocking) === true;
  const choice: ReviewChoice = {
    ...(repeatFor === null ? {} : { allow_repeat: true }),
    ...(data === undefined ? {} : { review_key: data.review_key }),
  };
  // The review can change when another campaign ends, for example because its accounts become available.
  useRefetchOnEvent(['campaign_update', 'account_update'], preflightKey(id));

  function choose(next: boolean) {
    setRepeatFor(next ? key : null);
    setPage(1);
    setPastRefusal(refusal);
  }

  return (
    <ConfirmModal
      isOpen
      size="lg"
      title={isLater ? texts.laterTitle(campaign.name) : texts.title(campaign.name)}
      confirm={isLater ? texts.chooseTime : texts.confirm}
      isBusy={useIsActing(id)}
      // A problem that blocks an immediate start can be fixed before a scheduled one.
      isDisabled={!isReviewed || (isBlocked && !isLater)}
      problem={refusal === pastRefusal ? undefined : refusal?.message}
      onClose={onClose}
      onConfirm={() => (isLater ? onLater(choice) : start.mutate({ id, ...choice }, answered({ onClose, onRefused })))}
    >
      <div className={css['review']}>
        {data === undefined ? (
          <Unknown people={campaign.total_list} hasFailed={isError} />
        ) : (
          <>
            <ReviewSummary preflight={data} isLater={isLater} />
            <Problems problems={data.problems}>
              <Checkbox
                mt="xs"
                label={texts.acceptUnfilled}
                checked={acceptsUnfilled}
                onChange={({ currentTarget }) => setUnfilledFor(currentTarget.checked ? key : null)}
              />
            </Problems>
          </>
        )}
        <RepeatChoice
          people={plain.data?.already_messaged ?? refusal?.body.already_messaged ?? 0}
          isMore={(plain.data?.unchecked ?? 0) > 0}
          isChosen={repeatFor !== null}
          onChoose={choose}
        />
        {data !== undefined && (
          <>
            <ReviewAccounts accounts={data.accounts} />
            <ReviewMessages
              messages={data.messages}
              pagination={data.pagination}
              hasUnfilled={data.problems.some(isUnfilled)}
              isMore={data.unchecked > 0}
              onPage={setPage}
            />
          </>
        )}
        {!isLater && (
          <Button
            className={css['later'] ?? ''}
            variant="subtle"
            size="compact-sm"
            disabled={!isReviewed}
            onClick={() => onLater(choice)}
          >
            {texts.later}
          </Button>
        )}
      </div>
    </ConfirmModal>
  );
}

function Unknown({ people, hasFailed }: { people: number; hasFailed: boolean }) {
  if (!hasFailed) return <Skeleton height={120} />;
  return (
    <span role="status">
      {texts.upTo(people)} {texts.unsent}
    </span>
  );
}

type ProblemsProps = Pick<Preflight, 'problems'> & {
  /** Shown with the warning about placeholders that would be sent as written. */
  children: ReactNode;
};

function Problems({ problems, children }: ProblemsProps) {
  return problems.map((problem) => (
    <Alert
      key={`${problem.code} ${problem.text}`}
      color={problem.is_blocking ? 'red' : 'yellow'}
      variant="light"
      role="note"
    >
      {problem.text}
      {isUnfilled(problem) && children}
    </Alert>
  ));
}

type RepeatChoiceProps = {
  people: number;
  /** Whether there may be more people, because not everyone has been checked. */
  isMore: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function RepeatChoice({ people, isMore, isChosen, onChoose }: RepeatChoiceProps) {
  if (people === 0 && !isMore && !isChosen) return null;
  return (
    <Checkbox
      label={isMore ? texts.repeatToAll : texts.repeat(people)}
      checked={isChosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
  );
}
