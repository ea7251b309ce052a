import { call } from '../../../platform/api.ts';
import { saveFile } from '../../../platform/save-file.tsx';
import { exportTimeoutMs } from '../../../platform/timeouts.ts';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';

/** Downloads the campaign's log as a spreadsheet. A toast shows the progress. */
export async function exportLogs(id: number): Promise<void> {
  await saveFile({
    name: `campaign-${id}-logs.xlsx`,
    texts: campaignDetailTexts.export,
    load: () => call('GET /api/campaigns/:id/logs/export', { params: { id } }, { timeoutMs: exportTimeoutMs }),
  });
}
