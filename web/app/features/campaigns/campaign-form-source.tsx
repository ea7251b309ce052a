import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../platform/failure.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { CampaignNotFound } from './campaign-detail.tsx';
import { CampaignForm, FormPlace } from './campaign-form.tsx';
import { campaignFormTexts } from './campaign-form.texts.ts';
import { useCampaign } from './campaigns.queries.ts';

const { form: texts, edit: editTexts } = campaignFormTexts;

type CampaignFormOfProps = { id: number; type: 'duplicate' | 'edit'; onSaved: (id: number, reviews: boolean) => void };

/**
 * The page with the form prefilled with an existing campaign's values, to edit or copy that campaign. `header` is the page's title and
 * notices. If the campaign doesn't exist, the page has a different title.
 */
export function CampaignFormPage({ header, ...form }: CampaignFormOfProps & { header: ReactNode }) {
  const { error } = useCampaign(form.id);
  if (error !== null && isNotFound(error)) return <CampaignNotFound />;
  return (
    <>
      {header}
      <CampaignFormOf {...form} />
    </>
  );
}

function CampaignFormOf({ id, type, onSaved }: CampaignFormOfProps) {
  const { data, error, refetch } = useCampaign(id);
  if (data === undefined) {
    return error === null ? <FormPlace /> : <LoadFailed what={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  const { campaign } = data;
  if (type === 'edit' && campaign.status !== 'pending') {
    return (
      <Alert color="yellow" variant="light" title={editTexts.startedTitle}>
        {editTexts.started}{' '}
        <Anchor component={Link} to={`/campaigns/new?from=${id}`} inherit underline="always">
          {editTexts.duplicate}
        </Anchor>
      </Alert>
    );
  }
  return <CampaignForm key={id} task={{ type, campaign }} onSaved={onSaved} />;
}
