import { Progress } from '@mantine/core';
import { call } from '../../../platform/api.ts';
import { exportTimeoutMs } from '../../../platform/timeouts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { campaignDetailTexts } from '../campaign-detail.texts.ts';

const { export: texts } = campaignDetailTexts;

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? texts.kilobytes(Math.ceil(bytes / 1024))
    : texts.megabytes((bytes / 1024 / 1024).toFixed(1));
}

/** The size of the file is unknown beforehand, so the bar only moves and the text says how much has arrived. */
function Working({ bytes }: { bytes: number }) {
  const size = bytes === 0 ? '' : sizeText(bytes);
  return (
    <>
      {texts.working(size)}
      <Progress.Root mt={6} size="sm">
        <Progress.Section
          value={100}
          animated
          withAria={false}
          role="progressbar"
          aria-label={texts.label}
          {...(size === '' ? {} : { 'aria-valuetext': size })}
        />
      </Progress.Root>
    </>
  );
}

async function readAll(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    parts.push(chunk.value);
    bytes += chunk.value.byteLength;
    onProgress(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Downloads the campaign's log as a spreadsheet and shows the progress. */
export async function exportLogs(id: number): Promise<void> {
  const progress = toast.loading(<Working bytes={0} />);
  try {
    const response = await call(
      'GET /api/campaigns/:id/logs/export',
      { params: { id } },
      { timeoutMs: exportTimeoutMs },
    );
    const blob = await readAll(response, (bytes) => progress.say(<Working bytes={bytes} />));
    save(blob, `campaign-${id}-logs.xlsx`);
    progress.succeed(texts.done(sizeText(blob.size)));
  } catch (error) {
    progress.dismiss();
    toast.failureOf(texts.failed, error);
  }
}
