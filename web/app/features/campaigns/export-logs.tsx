import { Progress } from '@mantine/core';
import { call } from '../../platform/api.ts';
import { exportTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Nobody knows beforehand how large the packed sheet will be, so the bar tells that it goes on, and the words how far it is. */
function Working({ bytes }: { bytes: number }) {
  const size = bytes === 0 ? '' : sizeText(bytes);
  return (
    <>
      Exporting the log… {size}
      <Progress.Root mt={6} size="sm">
        <Progress.Section
          value={100}
          animated
          withAria={false}
          role="progressbar"
          aria-label="Exporting the log"
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

/** Fetches the campaign's log as a spreadsheet, saying how far it is, and hands it to the browser to keep. */
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
    progress.succeed(`Log exported (${sizeText(blob.size)})`);
  } catch (error) {
    progress.dismiss();
    toast.failureOf('Failed to export campaign logs', error);
  }
}
