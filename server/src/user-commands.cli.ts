import { createApp } from './app.ts';
import { resetTwoFactorHere } from './features/two-factor/two-factor.service.ts';
import { resetPasswordHere } from './features/users/users.service.ts';
import type { App } from './platform/app-context.ts';
import type { Config } from './platform/config.ts';
import { openUpdated } from './platform/database/configured-database.ts';
import { createLogger } from './platform/log.ts';
import { loadExistingKeys } from './platform/secrets/key-file.ts';
import { OperatorError } from './platform/operator-error.ts';

/* Commands that let an operator help users who can't sign in. */

async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const database = await openUpdated(config);
  try {
    const keys = await loadExistingKeys(config);
    const app = await createApp({ config, log: createLogger('error'), database, keys });
    try {
      return await work(app);
    } finally {
      await app.http.close();
    }
  } finally {
    await database.close();
  }
}

/** Gives a user a new random password and prints it. Throws an `OperatorError` if the user doesn't exist. */
export async function resetPasswordOf(config: Config, username: string): Promise<void> {
  const reset = await withApp(config, (app) => resetPasswordHere(app, username));
  if (reset === null) throw new OperatorError(`There is no user named ${username}.`);
  console.log(
    `New password for ${username}: ${reset.password}\nThis password is shown only once. The user should change it in Settings after signing in.`,
  );
  if (!reset.isActive) {
    console.log(
      `${username} is deactivated and can't sign in until an administrator activates them in User Management.`,
    );
  }
}

/** Turns off two-factor sign-in for a user. Throws an `OperatorError` if the user doesn't exist or doesn't use two-factor sign-in. */
export async function resetTwoFactorOf(config: Config, username: string): Promise<void> {
  const isReset = await withApp(config, (app) => resetTwoFactorHere(app, username));
  if (!isReset) throw new OperatorError(`No user named ${username} uses two-factor sign-in.`);
  console.log(`Two-factor sign-in is off for ${username}.`);
}
