import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killProcessesIn } from '@sandpiper/testkit/folder-processes';
import { startProgram, type Program, type ProgramOptions } from '@sandpiper/testkit/program';
import { Failure, pinnedNode, root } from '../bootstrap/project.mjs';

const keptCharacters = 8_000;

export type ProgramGroup = {
  /** Rejects if a program exits by itself. */
  broken: Promise<never>;
  start: (name: string, args: string[], options?: Pick<ProgramOptions, 'env' | 'cwd' | 'onOutput'>) => Program;
  /** Stops all programs, the most recently started one first. */
  stop: () => Promise<void>;
};

/** Creates a group of programs that run on the pinned Node and are stopped together. */
function createProgramGroup(): ProgramGroup {
  const programs: Program[] = [];
  let isStopping = false;
  let breakDown: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (breakDown = reject));
  // Not every caller awaits this promise. Without this handler, its rejection could end the script.
  broken.catch(() => undefined);

  async function watch(program: Program): Promise<void> {
    await program.ended;
    if (!isStopping)
      breakDown(
        new Failure(`${program.output().trimEnd()}\nThe ${program.name} exited unexpectedly. See its output above.`),
      );
  }

  return {
    broken,
    start(name, args, { env = {}, cwd = root, ...options } = {}) {
      if (isStopping) throw new Failure('The programs are already being stopped.');
      const place = { command: pinnedNode, cwd, env: { ...process.env, ...env }, keptCharacters };
      const program = startProgram(name, { args, ...place, ...options });
      programs.unshift(program);
      watch(program).catch(breakDown);
      return program;
    },
    async stop() {
      isStopping = true;
      for (const program of programs) await program.stop();
    },
  };
}

/** Returns an abort signal for the first Ctrl+C. Further signals are ignored, because npm and the terminal both send one. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort());
  return controller.signal;
}

export type ProgramPlace = { programs: ProgramGroup; dataDir: string; signal: AbortSignal };

/**
 * Starts programs with `begin`, and runs them until Ctrl+C or until one of them exits by itself. Then stops them, and deletes the
 * temporary folder that they stored their data in.
 */
export async function runUntilStopped(name: string, begin: (place: ProgramPlace) => Promise<void>): Promise<void> {
  const signal = stopSignal();
  const stopped = new Promise<void>((settle) => signal.addEventListener('abort', () => settle()));
  const dataDir = mkdtempSync(join(tmpdir(), `sandpiper-${name}-`));
  const programs = createProgramGroup();
  try {
    await Promise.race([begin({ programs, dataDir, signal }), stopped, programs.broken]);
    await Promise.race([stopped, programs.broken]);
  } finally {
    console.log('Stopping…');
    await programs.stop();
    await killProcessesIn(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
