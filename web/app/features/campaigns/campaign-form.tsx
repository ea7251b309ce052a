import { Alert, Anchor, Button, Fieldset, Stack } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useHasSubscription } from '../../platform/session.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { useErrorFocus } from '../../ui/use-error-focus.ts';
import { AccountPicker } from './account-picker/account-picker.tsx';
import { CampaignChoices } from './create/campaign-choices.tsx';
import css from './create/campaign-form.module.css';
import { campaignFormTexts } from './campaign-form.texts.ts';
import { MessagePreview } from './create/message-preview.tsx';
import { NameField } from './create/name-field.tsx';
import { NobodyPending } from './create/nobody-pending.tsx';
import { SkipRules } from './create/skip-rules.tsx';
import type { CampaignTask } from './create/campaign-task.ts';
import { CampaignWindow } from './create/campaign-window.tsx';
import { useCampaignDraft } from './create/use-campaign-draft.ts';
import { useCreateData } from './create/use-create-data.ts';

const { form: texts, missing: missingTexts } = campaignFormTexts;

const createTask: CampaignTask = { type: 'create' };

type CampaignFormProps = {
  task?: CampaignTask;
  /** `reviews` is true if the user chose to continue to the review. */
  onSaved: (id: number, reviews: boolean) => void;
};

export function CampaignForm({ task = createTask, onSaved }: CampaignFormProps) {
  const isSubscribed = useHasSubscription();
  const data = useCreateData(task.type === 'edit' ? task.campaign.profiles_used : []);
  // Whether the user clicked the submit button that continues to the review.
  const reviews = useRef(false);
  const draft = useCampaignDraft(data, task, (id) => onSaved(id, reviews.current));
  const { form, onSubmitted, onEdited } = useErrorFocus(draft.isSending);
  const submit = (isFollowedByReview: boolean) => {
    reviews.current = isFollowedByReview;
    onSubmitted();
    draft.submit();
  };
  if (!data.isFetched) return <FormPlace />;
  if (data.hasFailed) return <LoadFailed what={texts.loadFailed} onRetry={data.retry} />;
  const lacksParts = [data.templates, data.lists, data.accounts].some((part) => (part?.length ?? 0) === 0);

  return (
    <form
      ref={form}
      noValidate
      className={css['form']}
      onInput={onEdited}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Panel>
        {/* Disabled while saving, because the page closes afterward and would lose anything typed in the meantime. */}
        <Fieldset variant="unstyled" disabled={draft.isSending}>
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
            <SkipRules
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
            <CampaignWindow hours={draft.hours} error={draft.errors['hours']} onHours={draft.editHours} />
          </Stack>
        </Fieldset>
      </Panel>
      <div className={css['side']}>
        <MessagePreview
          content={draft.template?.content}
          listId={draft.list?.id}
          variables={draft.list?.variables ?? []}
          people={draft.list?.pending_count ?? 0}
          accounts={draft.accountIds.length}
        />
        <NobodyPending list={draft.list} />
        <MissingParts {...data} />
        <Buttons
          task={task}
          isSending={draft.isSending}
          isDisabled={!isSubscribed || lacksParts}
          onCancel={draft.discard}
          onReview={() => submit(true)}
        />
      </div>
    </form>
  );
}

/** A skeleton shown while the form's data loads. */
export function FormPlace() {
  return (
    <div className={css['form']} role="status" aria-label={texts.loading}>
      <SkeletonCard height={420} />
      <SkeletonCard height={220} />
    </div>
  );
}

type Parts = Pick<ReturnType<typeof useCreateData>, 'templates' | 'lists' | 'accounts'>;

/** Lists what is missing: a template, a list or an active account. Each item links to the page where the user can add it. */
function MissingParts({ templates, lists, accounts }: Parts) {
  const missing = [
    { path: '/templates', text: missingTexts.template, isMissing: templates?.length === 0 },
    { path: '/lists', text: missingTexts.list, isMissing: lists?.length === 0 },
    { path: '/profiles', text: missingTexts.account, isMissing: accounts?.length === 0 },
  ].filter((part) => part.isMissing);
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={missingTexts.title}>
      {missingTexts.text}
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

type ButtonsProps = {
  task: CampaignTask;
  isSending: boolean;
  isDisabled: boolean;
  onCancel: () => void;
  onReview: () => void;
};

function Buttons({ task, isSending, isDisabled, onCancel, onReview }: ButtonsProps) {
  return (
    <div className={css['buttons']}>
      <Button
        component={Link}
        to={task.type === 'edit' ? `/campaigns/${task.campaign.id}` : '/campaigns'}
        variant="default"
        // A click with a modifier key opens the link in another tab or window, and the form stays on the screen.
        onClick={({ ctrlKey, metaKey, shiftKey, altKey }) => !(ctrlKey || metaKey || shiftKey || altKey) && onCancel()}
      >
        {texts.cancel}
      </Button>
      {task.type !== 'edit' && (
        <Button variant="light" loading={isSending} disabled={isDisabled} onClick={onReview}>
          {texts.submitAndReview}
        </Button>
      )}
      <Button type="submit" loading={isSending} disabled={isDisabled}>
        {task.type === 'edit' ? texts.save : texts.submit}
      </Button>
    </div>
  );
}
