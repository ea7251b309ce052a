import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { campaignNameMaxLength } from '@sandpiper/contract/limits';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { AccountPicker } from './account-picker.tsx';
import { CampaignChoices } from './campaign-choices.tsx';
import css from './campaign-form.module.css';
import { MessagePreview } from './message-preview.tsx';
import { useCampaignDraft } from './use-campaign-draft.ts';
import { useCreateData } from './use-create-data.ts';
import { WhomToLeaveOut } from './whom-to-leave-out.tsx';

export function CampaignForm({ onCreated }: { onCreated: (id: number) => void }) {
  const isSubscribed = useHasSubscription();
  const data = useCreateData();
  const draft = useCampaignDraft(data, onCreated);
  if (!data.isFetched) return <FormPlace />;
  if (data.hasFailed) return <LoadFailed what="What a campaign is made of" onRetry={data.retry} />;
  const lacksParts = [data.templates, data.lists, data.accounts].some((part) => (part?.length ?? 0) === 0);

  return (
    <form
      noValidate
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        draft.submit();
      }}
    >
      <Panel>
        <Stack>
          <NameField name={draft.name} error={draft.errors['name']} onName={draft.editName} />
          <CampaignChoices
            templates={data.templates}
            lists={data.lists}
            templateId={draft.template?.id}
            listId={draft.list?.id}
            errors={draft.errors}
            onTemplate={draft.chooseTemplate}
            onList={draft.chooseList}
          />
          <WhomToLeaveOut
            days={draft.coolOffDays}
            error={draft.errors['cool_off_days']}
            skipsConversations={draft.skipsConversations}
            onDays={draft.editDays}
            onConversations={draft.skipConversations}
          />
          <AccountPicker
            accounts={data.accounts}
            busy={data.busy}
            chosen={new Set(draft.accountIds)}
            onChange={draft.chooseAccounts}
            error={draft.errors['profiles_used']}
          />
          {data.hasMoreAccounts && (
            <Text size="xs" c="dimmed">
              The first 100 profiles are shown.
            </Text>
          )}
        </Stack>
      </Panel>
      <div className={css['side']}>
        <MessagePreview
          content={draft.template?.content}
          listId={draft.list?.id}
          people={draft.list?.pending_count ?? 0}
          accounts={draft.accountIds.length}
        />
        <MissingParts {...data} />
        <Group justify="flex-end">
          <Button component={Link} to="/campaigns" variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={draft.isSending} disabled={!isSubscribed || lacksParts}>
            Create Campaign
          </Button>
        </Group>
      </div>
    </form>
  );
}

/** The form's place while what can be chosen is loaded. */
function FormPlace() {
  return (
    <div className={css['form']} role="status" aria-label="Loading">
      <SkeletonCard height={420} />
      <SkeletonCard height={220} />
    </div>
  );
}

type NameFieldProps = { name: string; error: string | undefined; onName: (name: string) => void };

function NameField({ name, error, onName }: NameFieldProps) {
  return (
    <TextInput
      label="Campaign Name"
      required
      autoFocus
      maxLength={campaignNameMaxLength}
      value={name}
      error={error}
      description={`${name.length}/${campaignNameMaxLength} characters`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  );
}

type Parts = Pick<ReturnType<typeof useCreateData>, 'templates' | 'lists' | 'accounts'>;

/** Why the button is off, with the way to what is missing. */
function MissingParts({ templates, lists, accounts }: Parts) {
  const missing = [
    { path: '/templates', text: 'write a template', isMissing: templates?.length === 0 },
    { path: '/lists', text: 'make a list', isMissing: lists?.length === 0 },
    { path: '/profiles', text: 'add an account and switch it on', isMissing: accounts?.length === 0 },
  ].filter((part) => part.isMissing);
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Something is missing">
      Before a campaign can be made:
      <ul className={css['missing']}>
        {missing.map(({ path, text }) => (
          <li key={path}>
            <Anchor component={Link} to={path} inherit underline="always">
              {text}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
