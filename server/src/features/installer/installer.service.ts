import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { openCompared } from './checked-download.ts';
import { listInstallerFiles } from './installer-files.ts';
import type { InstallerFile } from './installer-files.ts';
import { insertInstallerTicket, takeInstallerTicket } from './installer.store.ts';

type Kind = InstallerFile['kind'];

async function installerFile(app: App, kind: string): Promise<InstallerFile> {
  const file = (await listInstallerFiles(app)).find((one) => one.kind === kind);
  if (file === undefined) throw new AppError('not_found', "This download isn't available on this server.");
  return file;
}

type Download = InstallerFile & { content: FileHandle };

/**
 * The maximum number of times that a download is read if its digest doesn't match the manifest. While new downloads are being built, the
 * two don't match for a moment, because the build replaces the files before the manifest.
 */
const triesWhileReplaced = 5;
const retryMs = 250;

/**
 * Opens a download. Throws `not_found` if the server doesn't offer the download, or `unavailable` if the file is damaged, so that nobody
 * installs a damaged file.
 */
async function openDownload(app: App, kind: string, isAdmin: boolean): Promise<Download> {
  for (let tries = 1; ; tries += 1) {
    const file = await installerFile(app, kind);
    const { handle, isIntact, digest } = await openCompared(file);
    if (isIntact) return { ...file, content: handle };
    await handle.close();
    if (tries === triesWhileReplaced) throw damaged(app, { file, digest, isAdmin });
    await setTimeout(retryMs);
  }
}

type Damaged = { file: InstallerFile; digest: string; isAdmin: boolean };

function damaged(app: App, { file: { file_name, path, sha256 }, digest, isAdmin }: Damaged): AppError {
  app.log.error({ path, expected: sha256, found: digest }, 'a download is damaged: build the downloads again');
  const advice = isAdmin ? 'Build the downloads again: npm start -- --with-downloads' : 'Tell your administrator.';
  return new AppError('unavailable', `${file_name} is damaged on the server, so it can't be downloaded. ${advice}`);
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
  const { content } = await openDownload(app, kind, user.role === 'admin');
  await content.close();
  const token = newToken('installer');
  const { expires_at } = await insertInstallerTicket(app.db, { user_id: user.id, kind, token_hash: hashToken(token) });
  return { url: `/api/installer/download?ticket=${token}`, expires_at };
}

/** Uses up a ticket and opens its file. The handle is closed once the file has been sent. */
export async function redeemInstallerTicket(app: App, token: string): Promise<Download> {
  const ticket = await takeInstallerTicket(app.db, hashToken(token));
  if (ticket === undefined) {
    throw new AppError(
      'expired_code',
      'This download link has expired or has already been used. Start the download again.',
    );
  }
  return openDownload(app, ticket.kind, false);
}
