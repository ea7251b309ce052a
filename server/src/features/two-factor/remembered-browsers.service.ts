import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import type { SignedIn } from '../../platform/access/person.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { recordAudit, userActor } from '../audit/audit.service.ts';
import type { AuditSource } from '../audit/audit.service.ts';
import { deleteBrowser, deleteBrowsersOf } from './remembered-browsers.store.ts';

type Requester = Pick<SignedIn, 'user'> & { request: AuditSource };

/** Forgets one browser. Signing in with it will require a code again. */
export async function forgetBrowser(app: App, { user, request }: Requester, id: number): Promise<void> {
  await change(app, async (change) => {
    if (!(await deleteBrowser(change.transaction, user.id, id))) throw notFound('Browser');
    const subject = `remembered browser ${id}`;
    await recordAudit(change, { action: 'browsers_forgotten', userId: user.id, by: userActor(user), request, subject });
  });
}

/** Forgets all browsers. Signing in with any of them will require a code again. */
export async function forgetBrowsers(app: App, { user, request }: Requester): Promise<void> {
  await change(app, async (change) => {
    const browsers = await deleteBrowsersOf(change.transaction, user.id);
    if (browsers === 0) return;
    const detail = { browsers };
    await recordAudit(change, { action: 'browsers_forgotten', userId: user.id, by: userActor(user), request, detail });
  });
}
