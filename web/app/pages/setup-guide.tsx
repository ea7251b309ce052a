import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CreateAccount } from '../features/accounts/create-account.tsx';
import { accountCreationTexts } from '../features/accounts/account-creation.texts.ts';
import { useAccountCreation } from '../features/accounts/use-account-creation.ts';
import { ConnectComputer } from '../features/agent-install/connect-computer.tsx';
import { useCounts, useRecentCampaigns } from '../features/dashboard/dashboard.queries.ts';
import { ListFormModal } from '../features/lists/list-form-modal.tsx';
import { returnToState } from '../platform/return-to.ts';
import { useDialogState } from '../platform/dialog-state.ts';
import { SetupPanel } from '../features/setup/setup-panel.tsx';
import { campaignToStart, type Step, type StepKey } from '../features/setup/setup-steps.ts';
import { setupTexts } from '../features/setup/setup.texts.ts';
import { StepAction } from '../features/setup/step-action.tsx';
import { TemplateFormModal } from '../features/templates/template-form-modal.tsx';

const { steps: texts } = setupTexts;

type SetupGuideProps = { steps: readonly Step[]; onDismiss: () => void };

/** The setup guide. Most of its steps can be completed without leaving the dashboard. */
export function SetupGuide({ steps, onDismiss }: SetupGuideProps) {
  const creation = useAccountCreation();
  const [isTyped, setTyped] = useState(false);
  const isBusy = isTyped || creation.state.phase !== 'idle' || creation.unfinished !== null;
  const newList = useDialogState<'new'>();
  const navigate = useNavigate();
  const newTemplate = useDialogState<'new'>();
  const fillList = ({ id }: { id: number }) =>
    void navigate(`/lists/${id}/import`, { state: returnToState('/dashboard') });
  const isDone = (key: StepKey) => steps.find((step) => step.key === key)?.state === 'done';
  const content = {
    computer: <ConnectComputer />,
    account: <AccountStep creation={creation} isDone={isDone('account') && !isBusy} onType={setTyped} />,
    list: <ListStep isDone={isDone('list')} onMake={() => newList.open('new')} onFill={fillList} />,
    template: (
      <StepAction
        isAgain={isDone('template')}
        explain={texts.template.explain}
        label={isDone('template') ? texts.template.another : texts.template.write}
        onClick={() => newTemplate.open('new')}
      />
    ),
    start: <StartStep isReady={(['account', 'list', 'template'] as const).every(isDone)} />,
  };
  return (
    <>
      <SetupPanel steps={steps} content={content} busy={isBusy ? 'account' : null} onDismiss={onDismiss} />
      {/* The dialogs are outside the steps, because a step unmounts its content as soon as it is done. */}
      <ListFormModal target="new" isOpen={newList.isOpen} onClose={newList.close} onCreated={fillList} />
      <TemplateFormModal target="new" isOpen={newTemplate.isOpen} onClose={newTemplate.close} />
    </>
  );
}

type AccountStepProps = {
  creation: ReturnType<typeof useAccountCreation>;
  isDone: boolean;
  onType: (isTyped: boolean) => void;
};

function AccountStep({ creation, isDone, onType }: AccountStepProps) {
  const [isAnother, setAnother] = useState(false);
  if (isDone && !isAnother) {
    return (
      <StepAction
        isAgain
        explain={accountCreationTexts.explain}
        label={accountCreationTexts.another}
        onClick={() => setAnother(true)}
      />
    );
  }
  return <CreateAccount creation={creation} onType={onType} onDone={() => setAnother(false)} />;
}

type ListStepProps = { isDone: boolean; onMake: () => void; onFill: (list: { id: number }) => void };

function ListStep({ isDone, onMake, onFill }: ListStepProps) {
  const { emptyList } = useCounts();
  if (!isDone && emptyList !== undefined) {
    return (
      <StepAction
        explain={texts.list.isEmpty(emptyList.name)}
        label={texts.list.fill(emptyList.name)}
        onClick={() => onFill(emptyList)}
      />
    );
  }
  return (
    <StepAction
      isAgain={isDone}
      explain={texts.list.explain}
      label={isDone ? texts.list.another : texts.list.make}
      onClick={onMake}
    />
  );
}

const campaignTexts = {
  running: { explain: texts.start.watchText, label: texts.start.watch },
  paused: { explain: texts.start.resumeText, label: texts.start.resume },
  pending: { explain: texts.start.reviewText, label: texts.start.review },
};

function StartStep({ isReady }: { isReady: boolean }) {
  const campaign = campaignToStart(useRecentCampaigns().data ?? []);
  const { filledList, template } = useCounts();
  if (campaign !== undefined) {
    const { explain, label } = campaignTexts[campaign.status];
    return <StepAction explain={explain} label={label(campaign.name)} to={`/campaigns/${campaign.id}`} />;
  }
  if (!isReady) return <p>{texts.start.notReady}</p>;
  const to = `/campaigns/new?list=${filledList?.id ?? ''}&template=${template?.id ?? ''}`;
  return <StepAction explain={texts.start.createText} label={texts.start.create} to={to} />;
}
