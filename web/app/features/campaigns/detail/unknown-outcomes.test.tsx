import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import CampaignDetailPage from '../../../pages/campaign-detail.page.tsx';
import { buildCampaign, paginationOf } from '../../../testing/builders.ts';
import { Failure, type Replies } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const campaign = buildCampaign({ id: 3, status: 'running', total_list: 100, total_unknown: 2 });
const person = (id: number, recipient: string) => ({
  delivery_id: id,
  recipient,
  profile_id: 1,
  profile_name: 'studio',
  text: 'The page failed while the message was being sent.',
  since: '2026-11-20T10:00:00.000Z',
  is_do_not_contact: false,
});
const both = { people: [person(7, 'rye.and.co'), person(8, 'kite.crew')], pagination: paginationOf(2) };
const one = { people: [person(8, 'kite.crew')], pagination: paginationOf(1) };

function open(shown = campaign, replies: Replies = {}) {
  return renderScreen(<CampaignDetailPage />, {
    url: '/campaigns/3',
    path: '/campaigns/:id',
    replies: {
      'GET /api/campaigns/:id': { campaign: shown },
      'GET /api/campaigns/:id/unknown': both,
      'GET /api/campaigns/:id/profile-performance': { profilePerformance: [] },
      ...replies,
    },
  });
}

const panel = async () => within(await screen.findByRole('region', { name: 'Not known' }));

describe('messages that may or may not have been sent', () => {
  it('are listed with what happened, when, and what each answer does', async () => {
    open();
    const parts = await panel();
    const row = (await parts.findByRole('rowheader', { name: /@rye\.and\.co/ })).closest('tr');
    expect(row).toHaveTextContent('From studio. The page failed while the message was being sent.');
    expect(row).toHaveTextContent(/\d\d-11-2026 \d\d:\d\d/);
    expect(parts.getByText('Sandpiper doesn’t know whether 2 people got the message.')).toBeInTheDocument();
    expect(parts.getByText(/marks the message as sent/)).toHaveTextContent(
      'It was not sent marks it as failed. If the person is still on the list, they go back to pending',
    );
  });

  it.each([
    ['It was sent to rye.and.co', true, 'The message to @rye.and.co is marked as sent'],
    ['It was not sent to rye.and.co', false, 'The message to @rye.and.co is marked as not sent'],
  ])('are resolved with "%s"', async (button, wasSent, words) => {
    const { userEvents, api } = open(campaign, {
      'POST /api/campaigns/:id/unknown/:deliveryId': { campaign: { ...campaign, total_unknown: 1 } },
    });
    const answer = await (await panel()).findByRole('button', { name: button });
    api.set({
      'GET /api/campaigns/:id': { campaign: { ...campaign, total_unknown: 1 } },
      'GET /api/campaigns/:id/unknown': one,
    });
    await userEvents.click(answer);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(api.of('POST /api/campaigns/:id/unknown/:deliveryId')[0]).toMatchObject({
      params: { id: '3', deliveryId: '7' },
      body: { was_sent: wasSent },
    });
    await waitFor(() => expect(screen.queryByText('@rye.and.co')).not.toBeInTheDocument());
    expect(screen.getByText('@kite.crew')).toBeInTheDocument();
  });

  it('are shown a page at a time', async () => {
    const { userEvents, api } = open(
      { ...campaign, total_unknown: 11 },
      {
        'GET /api/campaigns/:id/unknown': ({ query }) => ({
          people: query['page'] === '2' ? one.people : both.people,
          pagination: paginationOf(11, 5, Number(query['page'])),
        }),
      },
    );
    const parts = await panel();
    await userEvents.click(await parts.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(parts.queryByText('@rye.and.co')).not.toBeInTheDocument());
    expect(api.of('GET /api/campaigns/:id/unknown').map(({ query }) => query)).toEqual([
      { page: '1', limit: '5' },
      { page: '2', limit: '5' },
    ]);
  });

  it('stay listed when an answer cannot be saved, and the reason is shown', async () => {
    const { userEvents } = open(campaign, {
      'POST /api/campaigns/:id/unknown/:deliveryId': new Failure(409, {
        error: 'The agent has already resolved this.',
      }),
    });
    await userEvents.click(await (await panel()).findByRole('button', { name: 'It was sent to rye.and.co' }));
    expect(await screen.findByText('The agent has already resolved this.')).toBeInTheDocument();
    expect(screen.getByText('@rye.and.co')).toBeInTheDocument();
  });

  it('are neither requested nor shown if the campaign has none', async () => {
    const { api } = open({ ...campaign, total_unknown: 0 });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Not known' })).not.toBeInTheDocument();
    expect(api.of('GET /api/campaigns/:id/unknown')).toHaveLength(0);
  });
});

describe('the text about skipped people and messages being checked', () => {
  it('shows who was skipped and why, and what is being checked', async () => {
    open({
      ...campaign,
      total_skipped: 10,
      total_being_checked: 3,
      skipped: [
        { reason: 'conversation', people: 1 },
        { reason: 'cool_off', people: 9 },
      ],
    });
    const progress = within(await screen.findByRole('region', { name: 'Progress' }));
    expect(
      progress.getByText('10 people were skipped: 9 contacted recently, 1 who has written to you.'),
    ).toBeInTheDocument();
    expect(progress.getByText('The agent still has to check whether 3 messages arrived.')).toBeInTheDocument();
  });

  it('says that the reasons are incomplete if the server has not counted everyone', async () => {
    open({ ...campaign, total_skipped: 30_000, skipped: [{ reason: 'cool_off', people: 10_000 }] });
    const progress = within(await screen.findByRole('region', { name: 'Progress' }));
    const words = '30,000 people were skipped, including 10,000 contacted recently.';
    expect(progress.getByText(words)).toBeInTheDocument();
  });

  it('is not shown if no one was skipped and no message is being checked', async () => {
    open({ ...campaign, total_unknown: 0 });
    const progress = within(await screen.findByRole('region', { name: 'Progress' }));
    expect(progress.queryByText(/skipped|still has to check/)).not.toBeInTheDocument();
  });
});
