import { screen, within } from '@testing-library/react';
import CampaignsPage from '../pages/campaigns.page.tsx';
import { buildCampaign, buildCampaignRow, buildPreflight, paginationOf } from './builders.ts';
import type { FakeRequest, Replies } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

export const spring = buildCampaignRow({
  id: 3,
  name: 'Spring',
  status: 'pending',
  total_list: 449,
  profiles_used: [1, 2],
});
export const preview = buildPreflight({
  people: 449,
  to_message: 412,
  skipped: [
    { reason: 'do_not_contact', people: 9 },
    { reason: 'cool_off', people: 21 },
    { reason: 'same_message', people: 7 },
  ],
  already_messaged: 7,
  forecast: {
    first_at: '2998-11-20T09:00:00.000Z',
    earliest_end_at: '2998-12-02T12:00:00.000Z',
    end_at: '2998-12-03T12:00:00.000Z',
    latest_end_at: '2998-12-04T12:00:00.000Z',
    working_days: 9,
    per_day: [
      { date: '2998-11-20', messages: 40 },
      { date: '2998-11-21', messages: 0 },
    ],
  },
});
export const withRepeats = { ...preview, to_message: 419, skipped: preview.skipped.slice(0, 2), already_messaged: 0 };
export const started = { campaign: buildCampaign({ ...spring, status: 'running' }) };

export const isRepeat = ({ body }: FakeRequest) =>
  typeof body === 'object' && body !== null && 'allow_repeat' in body && body.allow_repeat === true;

export const openList = (replies: Replies) =>
  renderScreen(<CampaignsPage />, {
    url: '/campaigns',
    replies: {
      'GET /api/campaigns': { campaigns: [spring], pagination: paginationOf(1) },
      'GET /api/campaigns/:id': { campaign: buildCampaign(spring) },
      'POST /api/campaigns/:id/preflight': (request) => (isRepeat(request) ? withRepeats : preview),
      'POST /api/campaigns/:id/start': started,
      ...replies,
    },
  });

export async function openStart(replies: Replies = {}) {
  const view = openList(replies);
  await view.userEvents.click(await screen.findByRole('button', { name: 'Start Spring' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start “Spring”?' });
  return { ...view, dialog, start: within(dialog).getByRole('button', { name: 'Start' }) };
}

export const nobody = {
  code: 'nobody_to_message',
  text: 'No one would get this message.',
  is_blocking: true,
} as const;
export const unfilled = {
  code: 'unknown_placeholder',
  text: "{shop|shop} won't be filled in. People would see it as written.",
  is_blocking: false,
} as const;
