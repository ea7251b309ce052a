import { call } from '../../../platform/api.ts';
import { timeZone } from '../../../platform/dates.ts';
import { saveFile } from '../../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../../platform/timeouts.ts';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';

/** Downloads the campaign's log as a spreadsheet. A toast shows the progress. */
export async function exportLogs(id: number): Promise<void> {
  const input = { params: { id }, query: { timezone: timeZone } };
  await saveFile({
    name: `campaign-${id}-logs.xlsx`,
    texts: campaignDetailTexts.export,
    load: () => call('GET /api/campaigns/:id/logs/export', input, { timeoutMs: exportTimeoutMs }),
  });
}
