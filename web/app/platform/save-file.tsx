import { Progress } from '@mantine/core';
import { formatBytes } from './numbers.ts';
import { toast } from './toasts.tsx';

type FileTexts = {
  /** Returns the progress text, such as "Exporting the log… 12 KB". `size` is empty until the first bytes arrive. */
  working: (size: string) => string;
  /** The progress bar's accessible name. */
  label: string;
  done: (size: string) => string;
  failed: string;
};

type SavedFile = { name: string; texts: FileTexts; load: () => Promise<Response> };

/** Shows how much has been downloaded. The progress bar is indeterminate, because the file's total size isn't known in advance. */
function Working({ bytes, texts }: { bytes: number; texts: FileTexts }) {
  const size = bytes === 0 ? '' : formatBytes(bytes);
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
          aria-valuetext={size === '' ? undefined : size}
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

/** Saves text as a file without calling the server. */
export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: 'text/plain' }), name);
}

/** Downloads a file from the server and saves it. A toast shows the progress. */
export async function saveFile({ name, texts, load }: SavedFile): Promise<void> {
  const progress = toast.loading(<Working bytes={0} texts={texts} />);
  try {
    const blob = await readAll(await load(), (bytes) => progress.say(<Working bytes={bytes} texts={texts} />));
    save(blob, name);
    progress.succeed(texts.done(formatBytes(blob.size)));
  } catch (error) {
    progress.dismiss();
    toast.failureOf(texts.failed, error);
  }
}
