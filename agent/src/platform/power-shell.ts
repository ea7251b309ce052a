import { runProgram, type ProgramResult } from './run-program.ts';

/** Runs a PowerShell script and makes it print UTF-8. By default, PowerShell uses the computer's legacy code page. */
export function runPowerShell(
  script: string,
  { input = '', run = runProgram }: { input?: string; run?: typeof runProgram } = {},
): Promise<ProgramResult> {
  const inUtf8 = `[Console]::OutputEncoding = New-Object Text.UTF8Encoding $false; ${script}`;
  return run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', inUtf8], { input });
}
