import type { Template } from '@sandpiper/contract/templates';
import { lockUserRow } from '../../platform/access/access.store.ts';
import type { App } from '../../platform/app-context.ts';
import type { OwnKey } from '../../platform/database/keys.ts';
import { transact } from '../../platform/database/transact.ts';
import { findUnfinishedCampaign } from '../../platform/database/unfinished-campaigns.store.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { deleteTemplate, deselectTemplates, lockTemplate, selectTemplate, updateTemplate } from './templates.store.ts';
import type { TemplateChanges } from './templates.store.ts';

/**
 * Changes a template. Omitted fields keep their values. Campaigns that have never started will use the new text. All other campaigns keep
 * the old text.
 */
export async function changeTemplate(app: App, { userId, id }: OwnKey, changes: TemplateChanges): Promise<Template> {
  const template = await updateTemplate(app.db, userId, id, changes);
  if (template === undefined) throw notFound('Template');
  return template;
}

/** Selects one template and deselects all others. */
export function chooseTemplate(app: App, { userId, id }: OwnKey): Promise<Template> {
  return transact(app.db, async (transaction) => {
    // Make concurrent selections by the same user run one after another.
    await lockUserRow(transaction, userId);
    await deselectTemplates(transaction, userId);
    const template = await selectTemplate(transaction, userId, id);
    if (template === undefined) throw notFound('Template');
    return template;
  });
}

/** Deletes a template, unless an unfinished campaign uses it. */
export async function removeTemplate(app: App, { userId, id }: OwnKey): Promise<void> {
  await transact(app.db, async (transaction) => {
    if (!(await lockTemplate(transaction, userId, id))) throw notFound('Template');
    const campaign = await findUnfinishedCampaign(transaction, userId, { message_template_id: id });
    if (campaign !== undefined) {
      throw new AppError(
        'invalid_state',
        `The campaign "${campaign.name}" uses this template and hasn't finished. Stop or delete the campaign first.`,
      );
    }
    await deleteTemplate(transaction, userId, id);
  });
}
