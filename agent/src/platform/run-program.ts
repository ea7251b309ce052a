import { execFile } from 'node:child_process';

export type ProgramResult = { code: number | null; stdout: string; stderr: string };

/** Runs a program. `code` is its exit code, or null if the program couldn't start or was killed, for example after the timeout. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { timeoutMs?: number; input?: string } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { timeout: options.timeoutMs ?? 15_000, killSignal: 'SIGKILL', windowsHide: true, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr });
      },
    );
    // If a program exits without reading its input, this stream emits EPIPE.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}
