import type { StartPreview } from '@sandpiper/contract/campaigns';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignsPage from '../../../pages/campaigns.page.tsx';
import { buildCampaign, buildCampaignRow, paginationOf } from '../../../testing/builders.ts';
import { Failure, late, unreachable, type Replies } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const spring = buildCampaignRow({ id: 3, name: 'Spring', status: 'pending', total_list: 449, profiles_used: [1, 2] });
const preview: StartPreview = {
  people: 449,
  to_message: 412,
  skipped: [
    { reason: 'do_not_contact', people: 9 },
    { reason: 'cool_off', people: 21 },
    { reason: 'same_message', people: 7 },
  ],
  already_messaged: 7,
};
const withRepeats: StartPreview = {
  ...preview,
  to_message: 419,
  skipped: preview.skipped.slice(0, 2),
  already_messaged: 0,
};
const started = { campaign: buildCampaign({ ...spring, status: 'running' }) };

async function openStart(replies: Replies = {}) {
  const view = renderScreen(<CampaignsPage />, {
    url: '/campaigns',
    replies: {
      'GET /api/campaigns': { campaigns: [spring], pagination: paginationOf(1) },
      'GET /api/campaigns/:id': { campaign: buildCampaign(spring) },
      'GET /api/campaigns/:id/start-preview': ({ query }) => (query['allow_repeat'] === 'true' ? withRepeats : preview),
      'POST /api/campaigns/:id/start': started,
      ...replies,
    },
  });
  await view.hands.click(await screen.findByRole('button', { name: 'Start Spring' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start "Spring"?' });
  return { ...view, dialog, start: within(dialog).getByRole('button', { name: 'Start' }) };
}

describe('the first start', () => {
  it('says first who it reaches, who it leaves out and why, and shows the message', async () => {
    const { dialog, api, hands, start } = await openStart();
    const words =
      "412 people will get this message. 37 are left out: 21 contacted recently, 9 on Do not contact, 7 already got this message. It is sent from 2 accounts. Sent messages can't be unsent.";
    expect(await within(dialog).findByText(words)).toBeInTheDocument();
    expect(await within(dialog).findByText('Hi rye.and.co')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')).toHaveLength(0);
    await hands.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.of('POST /api/campaigns/:id/start')[0]).toMatchObject({ params: { id: '3' }, body: undefined });
  });

  it('sends it again to those who already got it only when that is chosen', async () => {
    const { dialog, api, hands, start } = await openStart();
    await hands.click(
      await within(dialog).findByRole('checkbox', { name: 'Send it again to the 7 people who already got it' }),
    );
    expect(await within(dialog).findByText(/^419 people will get this message\. 30 are left out/)).toBeInTheDocument();
    expect(within(dialog).getByRole('checkbox', { name: /the 7 people/ })).toBeChecked();
    await hands.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start')[0]?.body).toEqual({ allow_repeat: true });
  });

  it('offers no repetition where nobody already got it', async () => {
    const { dialog } = await openStart({
      'GET /api/campaigns/:id/start-preview': { people: 1, to_message: 1, skipped: [], already_messaged: 0 },
    });
    expect(await within(dialog).findByText(/^1 person will get this message\. It is sent/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('cannot be done where it reaches nobody, until the choice changes that', async () => {
    const none: StartPreview = { people: 7, to_message: 0, skipped: preview.skipped.slice(2), already_messaged: 7 };
    const { dialog, hands, start } = await openStart({
      'GET /api/campaigns/:id/start-preview': ({ query }) => (query['allow_repeat'] === 'true' ? withRepeats : none),
    });
    const words = 'Nobody will get this message. 7 are left out: 7 already got this message.';
    expect(await within(dialog).findByText(words)).toBeInTheDocument();
    expect(start).toBeDisabled();
    await hands.click(within(dialog).getByRole('checkbox', { name: /Send it again/ }));
    await waitFor(() => expect(start).toBeEnabled());
  });

  it("shows the server's refusal with the same choice, and forgets it when the choice changes", async () => {
    const refusal = new Failure(409, {
      error: 'Everybody on this list already got this message.',
      code: 'everybody_skipped',
      already_messaged: 12,
    });
    const { dialog, api, hands, start } = await openStart({
      'GET /api/campaigns/:id/start-preview': unreachable,
      'POST /api/campaigns/:id/start': refusal,
    });
    expect(await within(dialog).findByText(/^Up to 449 people will get this message\./)).toBeInTheDocument();
    await hands.click(start);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal.body.error);
    expect(screen.queryByText('Failed to update campaign status')).not.toBeInTheDocument();
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Pending')).toBeInTheDocument();
    api.set({ 'POST /api/campaigns/:id/start': started });
    await hands.click(within(dialog).getByRole('checkbox', { name: /the 12 people who already got it/ }));
    expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument();
    await hands.click(start);
    expect(await screen.findByText('Campaign started')).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/start').at(-1)?.body).toEqual({ allow_repeat: true });
  });

  it('shows a refusal even after its dialog was closed', async () => {
    const answer = Promise.withResolvers<Failure>();
    const { dialog, hands, start } = await openStart({ 'POST /api/campaigns/:id/start': () => answer.promise });
    await within(dialog).findByText(/^412 people/);
    await hands.click(start);
    await hands.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    answer.resolve(new Failure(409, { error: 'Every account is on hold.', code: 'invalid_state' }));
    expect(await screen.findByText('Every account is on hold.')).toBeInTheDocument();
    expect(screen.getByText('Failed to update campaign status')).toBeInTheDocument();
  });

  it('closes and says that it continues when it takes long', async () => {
    const { dialog, hands, start } = await openStart({ 'POST /api/campaigns/:id/start': late });
    await within(dialog).findByText(/^412 people/);
    await hands.click(start);
    expect(await screen.findByText('Still working…')).toBeInTheDocument();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
