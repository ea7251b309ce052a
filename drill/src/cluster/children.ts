import type { Program } from '@sandpiper/testkit/program';

const running = new Set<Program>();

/** Kills a program if this process ends without having stopped it, however it ends. */
export function endWithUs(program: Program): void {
  running.add(program);
  void program.ended.finally(() => running.delete(program)).catch(() => undefined);
}

process.on('exit', () => {
  for (const { pid } of running) process.kill(pid, 'SIGKILL');
});
