import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCampaign } from '../testing/builders.ts';
import { renderCampaign } from '../testing/campaign-detail-screen.tsx';
import { create, fill, renderCampaignForm } from '../testing/campaign-form-screen.tsx';

describe('a user who leaves the page while the server is still working', () => {
  it('stays on the new page once the campaign is deleted', async () => {
    const answer = Promise.withResolvers<{ success: true; recipients_reset: number }>();
    const { userEvents, router } = renderCampaign({
      'GET /api/campaigns/:id/deletion-preview': { recipients_reset: 0, already_messaged: 0, possibly_messaged: 0 },
      'DELETE /api/campaigns/:id': () => answer.promise,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Actions for Autumn' }));
    await userEvents.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Autumn”?' });
    const remove = within(dialog).getByRole('button', { name: 'Delete campaign' });
    await waitFor(() => expect(remove).toBeEnabled());
    await userEvents.click(remove);
    await act(() => router.navigate('/lists'));
    answer.resolve({ success: true, recipients_reset: 0 });
    expect(await screen.findByText('Campaign deleted')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/lists');
  });

  it('stays on the new page once the campaign is created', async () => {
    const answer = Promise.withResolvers<{ campaign: ReturnType<typeof buildCampaign> }>();
    const { userEvents, router } = renderCampaignForm({ 'POST /api/campaigns': () => answer.promise });
    await fill(userEvents);
    await userEvents.click(create());
    await act(() => router.navigate('/lists'));
    answer.resolve({ campaign: buildCampaign({ id: 12 }) });
    expect(await screen.findByText('Campaign created')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/lists');
  });

  it('keeps what they type into another campaign’s form once the campaign is created', async () => {
    const answer = Promise.withResolvers<{ campaign: ReturnType<typeof buildCampaign> }>();
    const { userEvents, router } = renderCampaignForm({ 'POST /api/campaigns': () => answer.promise });
    await fill(userEvents);
    await userEvents.click(create());
    await act(() => router.navigate('/lists'));
    await act(() => router.navigate('/campaigns/new'));
    const name = await screen.findByRole('textbox', { name: /Name/ });
    await userEvents.clear(name);
    await userEvents.type(name, 'Spring');
    answer.resolve({ campaign: buildCampaign({ id: 12 }) });
    expect(await screen.findByText('Campaign created')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Spring');
  });
});
