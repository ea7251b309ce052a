import type { App } from '../../platform/app-context.ts';
import { deleteCampaign } from '../campaigns/campaign-deletion.service.ts';
import { planCampaign } from '../campaigns/campaign-plan.service.ts';
import { startCampaign } from '../campaigns/campaign-start.service.ts';
import { createList, removeList } from '../lists/lists.service.ts';
import { addRecipient, setRecipientStatus } from '../recipients/recipients.service.ts';
import { findTestList } from './test-messages.store.ts';

/*
 * A message to a name of the user's own, to see how it arrives. It is a campaign with one person, so that every rule about
 * accounts and people applies to it, and every screen shows it.
 */

type Test = { message_template_id: number; profile_id: number; recipient: string };

/** Plans and starts the campaign, and returns its id. Leaves nothing behind where that is refused. */
export async function sendTest(app: App, userId: number, test: Test): Promise<number> {
  const { recipient, profile_id, message_template_id } = test;
  const list = await testListOf(app, userId, { name: `Test: ${recipient}`, recipient });
  let id: number | null = null;
  try {
    id = await planCampaign(app, userId, {
      name: 'Test',
      message_template_id,
      list_id: list.id,
      profiles_used: [profile_id],
      // People test again after they have changed a word, and their own names have often written to them.
      allow_repeat: true,
      skip_conversations: false,
    });
    await startCampaign(app, userId, id);
    return id;
  } catch (error) {
    if (id !== null) await deleteCampaign(app, userId, id);
    if (list.isNew) await removeList(app, { userId, id: list.id });
    throw error;
  }
}

type Wanted = { name: string; recipient: string };

/** A list with this person alone. An earlier test with the same name may have left one. */
async function testListOf(app: App, userId: number, wanted: Wanted): Promise<{ id: number; isNew: boolean }> {
  const known = await findTestList(app.db, userId, wanted);
  if (known !== undefined) {
    await setRecipientStatus(app, { userId, id: known.recipient_id }, 'pending');
    return { id: known.id, isNew: false };
  }
  const { id } = await createList(app, userId, { name: wanted.name, description: 'Made for test messages.' });
  await addRecipient(app, userId, { listId: id, recipient: wanted.recipient, status: 'pending' });
  return { id, isNew: true };
}
