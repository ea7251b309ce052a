import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCampaign, buildLog } from '../../../testing/builders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CampaignLogPanel } from './campaign-log-panel.tsx';

describe('a campaign’s log', () => {
  it('shows which data was deleted because of its age', async () => {
    const old = { logs_deleted_to: '2026-03-12T10:00:00.000Z', details_deleted_at: '2026-05-12T10:00:00.000Z' };
    renderScreen(<CampaignLogPanel campaign={buildCampaign(old)} />);
    expect(await screen.findByText(/^Entries up to/)).toHaveTextContent(/12-03-2026 .* were deleted/);
    expect(screen.getByText(/^Old details about/)).toHaveTextContent(/12-05-2026/);
    expect(screen.queryByText('Nothing has happened yet.')).not.toBeInTheDocument();
  });

  it('shows the newest ten entries, and earlier entries on request', async () => {
    const logs = Array.from({ length: 50 }, (_, index) =>
      buildLog({ seq: index + 1, recipient: `person${index + 1}` }),
    );
    const { userEvents } = renderScreen(<CampaignLogPanel campaign={buildCampaign({ logs })} />);
    const people = () => screen.getAllByRole('listitem').map((line) => /person\d+/.exec(line.textContent)?.[0]);
    await userEvents.click(await screen.findByRole('button', { name: 'Show 40 earlier entries' }));
    expect(people()).toHaveLength(50);
    expect(screen.getByText('The last 50 entries')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Show fewer entries' }));
    expect(people()).toEqual(Array.from({ length: 10 }, (_, index) => `person${index + 41}`));
  });
});
