import { Stack, Text, TextInput } from '@mantine/core';
import type { CallInput } from '@sandpiper/contract/client';
import type { CampaignRow } from '@sandpiper/contract/campaigns';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api.ts';
import { failedFields, failureText } from '../../../platform/failure.ts';
import { toast } from '../../../platform/toasts.tsx';
import { readToken } from '../../../platform/token-store.ts';
import { useIsMounted } from '../../../platform/use-is-mounted.ts';
import { useLateFailureToast } from '../../../platform/use-late-failure-toast.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { useAccountChoices } from '../account-picker/account-choices.queries.ts';
import { actionsKey } from '../campaign.actions.ts';
import { campaignsKey } from '../campaigns.queries.ts';
import { campaignTexts } from '../campaigns.texts.ts';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';

const { test: texts } = campaignTexts;

type TestDialogProps = { campaign: CampaignRow; templateId: number; onClose: () => void };

/** A dialog that sends a campaign's message to a test username, then opens the campaign created for the test. */
export function TestDialog({ campaign, templateId, onClose }: TestDialogProps) {
  const { accounts = [], busy } = useAccountChoices();
  const free = accounts.filter(({ id }) => !busy.has(id));
  const [recipient, setRecipient] = useState('');
  const [chosen, choose] = useState<number | null>(null);
  const usual = free.find(({ id }) => campaign.profiles_used.includes(id)) ?? free[0];
  const profileId = chosen ?? usual?.id ?? null;
  const send = useSend();
  const navigate = useNavigate();
  const refused = send.error === null ? undefined : refusalText(send.error);
  const nobodyFree = accounts.length > 0 && free.length === 0 ? texts.allInUse : undefined;

  function submit() {
    if (profileId === null) return;
    const list = campaign.list_id === null ? {} : { list_id: campaign.list_id };
    send.mutate(
      { message_template_id: templateId, profile_id: profileId, recipient, ...list },
      {
        onSuccess: ({ campaign: { id } }) => {
          onClose();
          void navigate(`/campaigns/${id}`);
        },
      },
    );
  }

  return (
    <FormModal
      isOpen
      title={texts.title(campaign.template_name)}
      submit={texts.submit}
      isBusy={send.isPending}
      isDisabled={recipient.trim() === '' || profileId === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={texts.recipient}
          description={texts.recipientHint}
          placeholder={texts.recipientExample}
          required
          data-autofocus
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={recipient}
          error={refused}
          onChange={({ currentTarget }) => {
            setRecipient(currentTarget.value);
            send.reset();
          }}
        />
        <ChoiceSelect
          label={texts.account}
          required
          data={free.map(({ id, profile_name }) => ({ value: String(id), label: profile_name }))}
          value={profileId === null ? null : String(profileId)}
          error={nobodyFree}
          onChange={(value) => choose(value === null ? null : Number(value))}
        />
        <Text size="sm" c="dimmed">
          {texts.explain}
        </Text>
      </Stack>
    </FormModal>
  );
}

/** Returns a mutation that sends the test. If the dialog has been closed by the time the server answers, a toast shows the outcome. */
function useSend() {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationKey: actionsKey,
    mutationFn: (body: CallInput<'POST /api/test-messages'>['body']) => call('POST /api/test-messages', { body }),
    ...useLateFailureToast(texts.failed),
    onSuccess: (_answer, _input, token) => {
      if (!isMounted() && token === readToken()) toast.success(texts.added);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: campaignsKey });
    },
  });
}

function refusalText(error: Error): string {
  return failedFields(error)['recipient'] ?? failureText(error, texts.failed);
}
