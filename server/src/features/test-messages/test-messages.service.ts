import { valueOfVariable } from '@sandpiper/contract/list-variables';
import type { MessageValues } from '@sandpiper/contract/message';
import type { App } from '../../platform/app-context.ts';
import { insertList } from '../../platform/database/lists.store.ts';
import { deleteCampaign } from '../campaigns/campaign-deletion.service.ts';
import { planCampaign } from '../campaigns/campaign-plan.service.ts';
import { startCampaign } from '../campaigns/campaign-start.service.ts';
import { removeList } from '../lists/lists.service.ts';
import { addRecipient, setRecipientStatus } from '../recipients/recipients.service.ts';
import { setRecipientValues } from '../recipients/recipient-values.service.ts';
import { valuesOfReader } from '../variables/message-preview.service.ts';
import { changeVariables } from '../variables/variables.service.ts';
import { findTestList } from './test-messages.store.ts';

/*
 * Sends a message to one person, usually to the user's own Instagram account, so that the user sees how the message looks there. A test
 * message is a campaign. It follows the same rules as other campaigns and appears wherever other campaigns appear.
 */

type Test = { message_template_id: number; profile_id: number; recipient: string; list_id?: number | undefined };

/** Creates and starts a test campaign and returns its ID. If that fails, removes everything that was created. */
export async function sendTest(app: App, userId: number, test: Test): Promise<number> {
  const { recipient, profile_id, message_template_id } = test;
  const filledIn =
    test.list_id === undefined
      ? { variables: [], values: {} }
      : await valuesOfReader(app, { userId, id: test.list_id }, { message_template_id, recipient });
  const list = await testListOf(app, userId, { name: `Test: ${recipient}`, recipient });
  let id: number | null = null;
  try {
    await fillIn(app, userId, list, filledIn);
    id = await planCampaign(app, userId, {
      name: 'Test',
      message_template_id,
      list_id: list.id,
      profiles_used: [profile_id],
      // Users may repeat a test, for example with other values, and the sending account often already has a conversation with the
      // recipient.
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

type FilledIn = { variables: string[]; values: MessageValues };

/** Sets the test list's variables and its person's values. */
async function fillIn(app: App, userId: number, list: TestList, { variables, values }: FilledIn): Promise<void> {
  await changeVariables(
    app,
    { userId, id: list.id },
    variables.map((name) => ({ name })),
  );
  const all = Object.fromEntries(variables.map((name) => [name, valueOfVariable(values, name) ?? '']));
  await setRecipientValues(app, { userId, id: list.recipientId }, all);
}

type TestList = { id: number; recipientId: number; isNew: boolean };
type Wanted = { name: string; recipient: string };

/** Returns a list with only this person. Reuses an earlier test's list with the same name, if there is one. */
async function testListOf(app: App, userId: number, wanted: Wanted): Promise<TestList> {
  const known = await findTestList(app.db, userId, wanted);
  if (known !== undefined) {
    await setRecipientStatus(app, { userId, id: known.recipient_id }, 'pending');
    return { id: known.id, recipientId: known.recipient_id, isNew: false };
  }
  const texts = { name: wanted.name, description: 'Created for test messages.', source: null };
  const { id } = await insertList(app.db, userId, { ...texts, is_for_tests: true });
  const person = await addRecipient(app, userId, { listId: id, recipient: wanted.recipient, status: 'pending' });
  return { id, recipientId: person.id, isNew: true };
}
