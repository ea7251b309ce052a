import type { App } from '../../platform/app-context.ts';
import { change } from '../../platform/change.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { recordActOf } from '../audit/audit.service.ts';
import type { Requester } from '../audit/audit.service.ts';
import { deleteBrowser, deleteBrowsersOf } from './remembered-browsers.store.ts';

/** Forgets one browser. Signing in with it will require a code again. */
export async function forgetBrowser(app: App, by: Requester, id: number): Promise<void> {
  await change(app, async (change) => {
    if (!(await deleteBrowser(change.transaction, by.user.id, id))) throw notFound('Browser');
    await recordActOf(change, by, { action: 'browsers_forgotten', subject: `remembered browser ${id}` });
  });
}

/** Forgets all browsers. Signing in with any of them will require a code again. */
export async function forgetBrowsers(app: App, by: Requester): Promise<void> {
  await change(app, async (change) => {
    const browsers = await deleteBrowsersOf(change.transaction, by.user.id);
    if (browsers > 0) await recordActOf(change, by, { action: 'browsers_forgotten', detail: { browsers } });
  });
}
