import type { FileHandle } from 'node:fs/promises';
import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { openChecked } from './checked-download.ts';
import { listInstallerFiles } from './installer-files.ts';
import type { InstallerFile } from './installer-files.ts';
import { insertInstallerTicket, takeInstallerTicket } from './installer.store.ts';

type Kind = InstallerFile['kind'];

async function installerFile(app: App, kind: string): Promise<InstallerFile> {
  const file = (await listInstallerFiles(app)).find((one) => one.kind === kind);
  if (file === undefined) throw new AppError('not_found', "This download isn't available on this server.");
  return file;
}

/** Opens a download. Throws `unavailable` if the file is damaged, so that nobody installs it. */
async function openDownload(app: App, file: InstallerFile, isAdmin: boolean): Promise<FileHandle> {
  const content = await openChecked(app, file);
  if (content !== null) return content;
  const advice = isAdmin ? 'Build the downloads again: npm start -- --with-downloads' : 'Tell your administrator.';
  throw new AppError('unavailable', `${file.file_name} is damaged on the server, so it can't be downloaded. ${advice}`);
}

const platformsOf: Readonly<Record<Kind, readonly string[]>> = { windows: ['win32'], npm: ['linux', 'darwin'] };

/** Returns the agent version that this server offers for each platform. */
export async function offeredVersions(app: App): Promise<ReadonlyMap<string, string>> {
  const files = await listInstallerFiles(app);
  return new Map(
    files.flatMap(({ kind, version }) => platformsOf[kind].map((platform) => [platform, version] as const)),
  );
}

/**
 * Issues a ticket that allows one download within five minutes. A plain link can't carry the session token, which belongs in a header, so
 * the ticket authorizes the download instead.
 */
export async function issueInstallerTicket(app: App, user: { id: number; role: string }, kind: Kind) {
  const content = await openDownload(app, await installerFile(app, kind), user.role === 'admin');
  await content.close();
  const token = newToken('installer');
  const { expires_at } = await insertInstallerTicket(app.db, { user_id: user.id, kind, token_hash: hashToken(token) });
  return { url: `/api/installer/download?ticket=${token}`, expires_at };
}

/** Uses up a ticket and opens its file. The handle is closed once the file has been sent. */
export async function redeemInstallerTicket(app: App, token: string): Promise<InstallerFile & { content: FileHandle }> {
  const ticket = await takeInstallerTicket(app.db, hashToken(token));
  if (ticket === undefined) {
    throw new AppError('expired_code', 'This download link was already used or has expired. Start the download again.');
  }
  const file = await installerFile(app, ticket.kind);
  return { ...file, content: await openDownload(app, file, false) };
}
