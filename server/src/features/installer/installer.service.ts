import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { listInstallerFiles } from './installer-files.ts';
import type { InstallerFile } from './installer-files.ts';
import { insertInstallerTicket, takeInstallerTicket } from './installer.store.ts';

type Kind = InstallerFile['kind'];

async function installerFile(app: App, kind: string): Promise<InstallerFile> {
  const file = (await listInstallerFiles(app)).find((one) => one.kind === kind);
  if (file === undefined) throw new AppError('not_found', "This download isn't available on this server.");
  return file;
}

const platformsOf: Readonly<Record<Kind, readonly string[]>> = { windows: ['win32'], npm: ['linux', 'darwin'] };

/** The version of the agent that this server offers for each platform. */
export async function offeredVersions(app: App): Promise<ReadonlyMap<string, string>> {
  const files = await listInstallerFiles(app);
  return new Map(
    files.flatMap(({ kind, version }) => platformsOf[kind].map((platform) => [platform, version] as const)),
  );
}

/** A ticket replaces the session, which a plain link can't carry. It is valid for one download within five minutes. */
export async function issueInstallerTicket(app: App, userId: number, kind: Kind) {
  await installerFile(app, kind);
  const token = newToken('installer');
  const { expires_at } = await insertInstallerTicket(app.db, { user_id: userId, kind, token_hash: hashToken(token) });
  return { url: `/api/installer/download?ticket=${token}`, expires_at };
}

export async function redeemInstallerTicket(app: App, token: string): Promise<InstallerFile> {
  const ticket = await takeInstallerTicket(app.db, hashToken(token));
  if (ticket === undefined) {
    throw new AppError('expired_code', 'This download link was already used or has expired. Start the download again.');
  }
  return installerFile(app, ticket.kind);
}
