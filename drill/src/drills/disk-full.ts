import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../load/load.ts';
import type { Drill, Outcome } from './drill.ts';
import { inTrouble, waitForUnavailableCalls } from './trouble.ts';

const diskSize = '400m';
const pieceBytes = 1024 ** 2;

/** Runs `work` with a small in-memory disk, which is unmounted afterward. Only root can mount it. */
async function onSmallDisk(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = await mkdtemp('/tmp/sandpiper-disk-');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'sandpiper-drill', folder], { stdio: 'pipe' });
  } catch (error) {
    await rmdir(folder);
    return {
      figures: [],
      faults: [`This drill mounts a small disk, which only root on Linux can do: ${String(error)}`],
    };
  }
  const unmount = () => execFileSync('umount', [folder]);
  process.on('exit', unmount);
  try {
    await chmod(folder, 0o755);
    return await work(folder);
  } finally {
    process.off('exit', unmount);
    unmount();
    await rmdir(folder);
  }
}

/** Writes to a file until the disk is full. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const piece = new Uint8Array(pieceBytes);
  try {
    for (;;) await handle.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await handle.close();
  }
}

export const diskFull: Drill = {
  about: "The database's disk is full.",
  run: (options) =>
    onSmallDisk((folder) =>
      inTrouble(options, {
        postgres: { parent: folder },
        happen: async ({ postgres }, load) => {
          const ballast = join(folder, 'ballast');
          await fill(ballast);
          const noticed = await untilEverythingIsFull(load, options.agents, () => fill(ballast));
          await rm(ballast);
          // If PostgreSQL has shut down, start it again as its operator would.
          const hadEnded = postgres.hasEnded();
          if (hadEnded) await postgres.begin();
          return [noticed, ['PostgreSQL stopped on its own', hadEnded ? 'yes' : 'no']];
        },
      }),
    ),
};

/**
 * Fills the disk again every second until callers notice. PostgreSQL may still have room in its existing files, and callers notice nothing
 * until these files are full too.
 */
async function untilEverythingIsFull(load: Load, more: number, fillAgain: () => Promise<void>) {
  const timer = setInterval(
    () => void fillAgain().catch((error: unknown) => load.log.faults.push(String(error))),
    1000,
  );
  try {
    return await waitForUnavailableCalls(load, more);
  } finally {
    clearInterval(timer);
  }
}
