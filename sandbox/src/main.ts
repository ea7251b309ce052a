import { parseArgs } from 'node:util';
import { buildApp } from './app.ts';
import { faultList } from './faults/fault.list.ts';

const defaultPort = 8040;

async function main(): Promise<void> {
  const { port, isList } = readOptions();
  if (isList) return void process.stdout.write(`${faultList()}\n`);
  if (port === null) return fail('The port must be a number from 0 to 65535, for example: --port 8040');
  const app = buildApp();
  const stop = (): void => {
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  try {
    const address = await app.listen({ host: '127.0.0.1', port });
    process.stdout.write(`Imitation Instagram is ready at ${address}\n`);
  } catch (error) {
    fail(listenProblem(error, port));
  }
}

function readOptions(): { port: number | null; isList: boolean } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, faults: { type: 'boolean' } } });
    const port = Number(values.port ?? defaultPort);
    const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
    return { port: isPort ? port : null, isList: values.faults ?? false };
  } catch {
    return { port: null, isList: false };
  }
}

function listenProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`;
  if (code === 'EACCES') return `This user may not use port ${port}. Choose one above 1024 with --port.`;
  return `Could not listen on port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

await main();
