import { Alert, Button } from '@mantine/core';
import type { Campaign } from '@sandpiper/contract/campaigns';
import { IconUsers } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api.ts';
import { failedFields, failureText } from '../../../platform/failure.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { toast } from '../../../platform/toasts.tsx';
import { readToken } from '../../../platform/token-store.ts';
import { useLateFailureToast } from '../../../platform/use-late-failure-toast.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { useAccountChoices } from '../account-picker/account-choices.queries.ts';
import { AccountPicker } from '../account-picker/account-picker.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';
import { campaignKey, campaignsKey } from '../campaigns.queries.ts';
import { conflictOf } from '../create/use-create-campaign.ts';

const { changeAccounts: texts } = campaignDetailTexts;

/** Lets the user change the accounts of a pending or paused campaign, for example to resume it after an account was deleted. */
export function ChangeAccounts({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false);
  const isSubscribed = useHasSubscription();
  if (campaign.status !== 'pending' && campaign.status !== 'paused') {
    // Close the dialog. Otherwise, it would open again by itself the next time the campaign is paused.
    if (isOpen) setOpen(false);
    return null;
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconUsers size={16} aria-hidden />}
        disabled={!isSubscribed}
        onClick={() => setOpen(true)}
      >
        {texts.action}
      </Button>
      {isOpen && <ChangeAccountsModal campaign={campaign} onClose={() => setOpen(false)} />}
    </>
  );
}

function useChangeAccounts(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accounts: number[]) =>
      call('PUT /api/campaigns/:id/profiles', { params: { id }, body: { profiles_used: accounts } }),
    ...useLateFailureToast(texts.failed),
    onSuccess: (answer, _accounts, token) => {
      if (token !== readToken()) return;
      queryClient.setQueryData(campaignKey(id), answer);
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
      toast.success(texts.changed);
    },
  });
}

function ChangeAccountsModal({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { accounts, busy, accountsQuery } = useAccountChoices({ own: campaign.profiles_used });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(campaign.profiles_used));
  const change = useChangeAccounts(campaign.id);
  // Ignore accounts that have since been deleted or taken by another campaign.
  const ids = (accounts ?? []).map(({ id }) => id).filter((id) => chosen.has(id) && !busy.has(id));
  const { profiles_used: before } = campaign;
  const isChanged = chosen.size !== before.length || before.some((id) => !chosen.has(id));
  const fieldError = failedFields(change.error)['profiles_used'];
  const problem = change.error === null || fieldError !== undefined ? undefined : problemText(change.error);
  return (
    <FormModal
      isOpen
      title={texts.title(campaign.name)}
      submit={texts.submit}
      size="lg"
      isBusy={change.isPending}
      isDirty={isChanged}
      isDisabled={ids.length === 0}
      onSubmit={() => change.mutate(ids, { onSuccess: onClose })}
      onClose={onClose}
    >
      {accountsQuery.isError && accounts === undefined ? (
        <LoadFailed what={texts.loadFailed} onRetry={() => void accountsQuery.refetch()} />
      ) : (
        <AccountPicker
          accounts={accounts}
          busy={busy}
          chosen={new Set(ids)}
          onChange={(next) => {
            setChosen(next);
            change.reset();
          }}
          error={fieldError ?? (accounts !== undefined && ids.length === 0 ? texts.required : undefined)}
        />
      )}
      {problem !== undefined && (
        <Alert color="red" variant="light">
          {problem}
        </Alert>
      )}
    </FormModal>
  );
}

function problemText(error: Error): string {
  const conflict = conflictOf(error);
  return conflict === null ? failureText(error, texts.failed) : texts.conflict(conflict);
}
