import { markAsRestored, readBackup, writeBackup } from './backup-commands.cli.ts';
import { giveUpLostKeys, removeOldKeys, rotateKey } from './key-commands.cli.ts';
import { OperatorError } from './platform/operator-error.ts';
import type { Config } from './platform/config.ts';
import { moveToServer } from './platform/database/move.ts';
import { resetPasswordOf, resetTwoFactorOf } from './user-commands.cli.ts';

/* The commands that an operator can pass to main.ts. Without a command, main.ts starts the server. */

export const usage = `Usage: npm start -- [command], or node server/src/main.ts [command]

  (none)               start the server
  backup FILE          write the embedded database to a file
  restore BACKUP       restore a backup file, or a folder from DATA_DIR/backups,
                       into a DATA_DIR without a database; with DATABASE_URL,
                       restore a file into an empty database on that server
  mark-restored        after restoring with pg_restore: pause running campaigns,
                       and give agents no work until an administrator confirms
                       the restore
  reset-password USERNAME
                       give a user a new random password
  reset-two-factor USERNAME
                       turn off two-factor sign-in for a user
  rotate-key           create a new key and encrypt all stored values with it,
                       or finish an interrupted rotation
  remove-old-keys      remove earlier keys that nothing uses
  give-up-lost-keys    delete what was encrypted with keys that were lost
  move-to-server URL   copy the embedded database into an empty database on a
                       PostgreSQL server

With the embedded database, stop the server first. Only backup and rotate-key
also work while it is running.`;

type Command =
  | { argument: string; run: (config: Config, argument: string) => Promise<void> }
  | { argument?: never; run: (config: Config) => Promise<void> };

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['backup', { argument: 'FILE', run: writeBackup }],
  ['restore', { argument: 'BACKUP', run: readBackup }],
  ['mark-restored', { run: markAsRestored }],
  ['reset-password', { argument: 'USERNAME', run: resetPasswordOf }],
  ['reset-two-factor', { argument: 'USERNAME', run: resetTwoFactorOf }],
  ['rotate-key', { run: rotateKey }],
  ['remove-old-keys', { run: removeOldKeys }],
  ['give-up-lost-keys', { run: giveUpLostKeys }],
  ['move-to-server', { argument: 'URL', run: moveTo }],
]);

/** An error whose message explains how to use the commands. */
export class UsageError extends OperatorError {}

/**
 * Finds the command in the command-line arguments and returns a function that runs it. Throws a `UsageError` if the command is unknown, or
 * if an argument is missing or unexpected. Nothing is guessed or ignored, because most commands can't be undone.
 */
export function findCommand([name = '', ...given]: string[]): (config: Config) => Promise<void> {
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`"${name}" isn't a command.\n\n${usage}`);
  const [argument, ...others] = given;
  const isComplete = (argument !== undefined) === (command.argument !== undefined);
  if (!isComplete || others.length > 0 || given.some((value) => value.startsWith('--')))
    throw new UsageError(`Use the command like this: npm start -- ${[name, command.argument ?? []].flat().join(' ')}`);
  return (config) => command.run(config, argument ?? '');
}

async function moveTo({ dataDir }: Config, databaseUrl: string): Promise<void> {
  const copied = await moveToServer(dataDir, databaseUrl);
  for (const [table, rows] of copied) console.log(`${table}: ${rows}`);
  console.log(
    'Copied everything. From now on, set DATABASE_URL to this address, and start the server with the same DATA_DIR or SECRET_KEY.',
  );
}
