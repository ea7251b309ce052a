import { parseArgs } from 'node:util';
import { buildApp } from './app.ts';
import { faultList } from './faults/fault.list.ts';

const defaultPort = 8040;

const usage = `Usage: npm run sandbox [-- options]

Runs the imitation Instagram on this computer.

  --port NUMBER   the port to listen on (default ${defaultPort}; 0 picks a free one)
  --faults        list every fault`;

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) return fail(usage);
  const { port, isList, isHelp } = options;
  if (isHelp) return void process.stdout.write(`${usage}\n`);
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

/** Parses the command line. Returns null if it's invalid. In the result, `port` is null if the given value isn't a port number. */
function readOptions(): { port: number | null; isList: boolean; isHelp: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: String(defaultPort) },
        faults: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const port = Number(values.port);
    const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
    return { port: isPort ? port : null, isList: values.faults, isHelp: values.help };
  } catch {
    return null;
  }
}

function listenProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`;
  if (code === 'EACCES') return `You don't have permission to use port ${port}. Choose a port above 1024 with --port.`;
  return `Could not listen on port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

await main();
