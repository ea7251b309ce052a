import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { timeZone } from '../../platform/dates.ts';
import { renderCampaign } from '../../testing/campaign-detail-screen.tsx';
import { unreachable } from '../../testing/fake-api.ts';

describe('exporting the log', () => {
  it("saves a spreadsheet named after the campaign's ID", async () => {
    let saved = '';
    const made: Blob[] = [];
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:sheet';
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function clicked() {
      saved = this.download;
    };
    try {
      const { userEvents, api } = renderCampaign({
        'GET /api/campaigns/:id/logs/export': new Response('sheet', {
          headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
        }),
      });
      await userEvents.click(await screen.findByRole('button', { name: 'Export Logs' }));
      expect(await screen.findByText('Log exported (1 KB)')).toBeInTheDocument();
      expect(api.of('GET /api/campaigns/:id/logs/export')[0]?.query).toEqual({ timezone: timeZone });
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    expect(saved).toBe('campaign-3-logs.xlsx');
    expect(made[0]?.size).toBe(5);
  });

  it('shows how much has arrived so far, but no percentage, because the total size is unknown', async () => {
    URL.createObjectURL = () => 'blob:sheet';
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const sheet = new TransformStream<Uint8Array, Uint8Array>();
    const writer = sheet.writable.getWriter();
    const { userEvents } = renderCampaign({ 'GET /api/campaigns/:id/logs/export': new Response(sheet.readable) });
    await userEvents.click(await screen.findByRole('button', { name: 'Export Logs' }));
    const bar = await screen.findByRole('progressbar', { name: 'Exporting the log' });
    expect(bar).not.toHaveAttribute('aria-valuenow');
    await writer.write(new Uint8Array(1_572_864));
    expect(await screen.findByText('Exporting the log… 1.5 MB')).toBeInTheDocument();
    await writer.close();
    expect(await screen.findByText('Log exported (1.5 MB)')).toBeInTheDocument();
    await waitFor(() => expect(bar).not.toBeInTheDocument());
    expect(click).toHaveBeenCalledTimes(1);
    click.mockRestore();
  });

  it('says "Failed to export campaign logs" when the export fails', async () => {
    const { userEvents } = renderCampaign({ 'GET /api/campaigns/:id/logs/export': unreachable });
    await userEvents.click(await screen.findByRole('button', { name: 'Export Logs' }));
    expect(await screen.findByText('Failed to export campaign logs')).toBeInTheDocument();
  });
});
