import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findCommand, UsageError } from './commands.cli.ts';

it('a command is refused if it is unknown, if its argument is missing, or if it gets options or extra arguments', () => {
  for (const [args, use] of [
    [['rotate-key', 'now'], 'rotate-key'],
    [['give-up-lost-keys', '--dry-run'], 'give-up-lost-keys'],
    [['backup'], 'backup FILE'],
    [['backup', '--file'], 'backup FILE'],
    [['restore', 'a', 'b'], 'restore BACKUP'],
  ] as const) {
    const expected = new UsageError(`Use the command like this: npm start -- ${use}`);
    assert.throws(() => findCommand([...args]), expected);
  }
  assert.throws(() => findCommand(['nonsense']), /^Error: "nonsense" isn't a command\.\n\nUsage: /);
});
