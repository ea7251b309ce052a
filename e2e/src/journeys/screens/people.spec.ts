import { addList, people } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { choose, pickFrom, rowOf, toastOn } from '../../screen-parts.ts';
import { openScreen } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

test('the people on all lists are in one table, and a filter can be saved', async ({ page, person }) => {
  await addList(person, 'Guests', people);
  const friends = await addList(person, 'Friends', ['frida', 'gustav', 'ada']);
  await page.goto('/people');
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(7);
  await expect(rowOf(page, /@ada/)).toContainText('+1');
  await choose(page.getByRole('combobox', { name: 'List' }), 'Friends');
  await expect(rows).toHaveCount(3);
  await choose(page.getByRole('combobox', { name: 'State' }), 'Never contacted');
  await expect(page).toHaveURL(new RegExp(`list=${friends}.*state=never_contacted`));
  await pickFrom(page, 'Saved filters', 'Save this filter…');
  const form = page.getByRole('dialog', { name: 'Save this filter' });
  await form.getByRole('textbox', { name: 'Name' }).fill('New friends');
  await form.getByRole('button', { name: 'Save filter' }).click();
  await expect(toastOn(page, 'Filter saved')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(7);
  await page.reload();
  await pickFrom(page, 'Saved filters', 'New friends');
  await expect(rows).toHaveCount(3);
  await openScreen(page, `/recipients?list=${friends}&search=fri`);
  await expect(page).toHaveURL(/\/people\?/);
  await expect(rows).toHaveText([/^@frida/]);
});

test('focus is kept when a button is disabled during its request, and when the focused row is deleted', async ({
  page,
  person,
}) => {
  for (const name of ['First', 'Second']) {
    await person.call('POST /api/saved-filters', { body: { name, filter: { search: name } } });
  }
  await page.goto('/people');
  await pickFrom(page, 'Saved filters', 'Rename or delete…');
  const dialog = page.getByRole('dialog', { name: 'Saved filters' });
  await dialog.getByRole('button', { name: 'Delete First' }).press('Enter');
  await expect(toastOn(page, 'Saved filter “First” deleted')).toBeVisible();
  await expect(dialog).toBeFocused();
  await openScreen(page, '/settings');
  const save = page.getByRole('button', { name: 'Save Settings' });
  await save.press('Enter');
  await expect(toastOn(page, 'Settings saved successfully')).toBeVisible();
  await expect(save).toBeFocused();
});

test('people are tagged, added to a list and marked as do not contact, and changes can be undone', async ({
  page,
  person,
}) => {
  await addList(person, 'Guests', people);
  await addList(person, 'Friends', ['frida']);
  await page.goto('/people');
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.check();
  await page.getByRole('button', { name: 'Tag…' }).click();
  const tagging = page.getByRole('dialog', { name: 'Tag people' });
  await tagging.getByRole('combobox', { name: 'Tag' }).fill('VIP');
  await tagging.getByRole('button', { name: 'Tag 6 people' }).click();
  const tagged = toastOn(page, /^Tagged 6 people with “VIP”/);
  await expect(tagged).toBeVisible();
  await expect(rowOf(page, /@esme/)).toContainText('VIP');
  await tagged.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOn(page, 'Undone')).toBeVisible();
  await expect(rowOf(page, /@esme/)).not.toContainText('VIP');

  await choose(page.getByRole('combobox', { name: 'List' }), 'Guests');
  await expect(page.getByRole('rowheader')).toHaveCount(5);
  await all.check();
  await page.getByRole('button', { name: 'Add to list…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add people to a list' });
  await choose(adding.getByRole('combobox', { name: 'List' }), 'Friends');
  await adding.getByRole('button', { name: 'Add 5 people' }).click();
  await expect(toastOn(page, 'Added 5 people to Friends')).toBeVisible();

  // The toast appears just before the selection is cleared.
  await expect(all).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select ada' }).check();
  await page.getByRole('button', { name: 'Do not contact…' }).click();
  await page.getByRole('button', { name: 'Never contact 1 person' }).click();
  await expect(rowOf(page, /@ada/)).toContainText('Do not contact');
  await page.reload();
  await page.getByRole('button', { name: 'Recent changes' }).click();
  const undo = page.getByRole('button', { name: 'Undo: Added 5 people to Friends' });
  const { width = 0, height = 0 } = (await undo.boundingBox()) ?? {};
  expect(width, 'the button shows its text in one line').toBeGreaterThan(height);
  await undo.click();
  await expect(undo).toBeHidden();
  await page.keyboard.press('Escape');
  await openScreen(page, '/lists');
  await expect(page.getByRole('article', { name: 'Friends' })).toContainText('1 recipient');
});

test('a person gets a note, is put on Do not contact and removed from it, and is forgotten', async ({
  page,
  person,
}) => {
  await addList(person, 'Guests', people);
  await page.goto('/people');
  await page.getByRole('link', { name: '@carla' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '@carla' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'History, newest first' });
  await expect(timeline.getByRole('listitem')).toHaveText([/^Added to Guests/]);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Wants the catalog');
  await page.getByRole('link', { name: 'Guests' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving the note?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(toastOn(page, 'Note saved')).toBeVisible();

  await page.getByRole('button', { name: 'Do not contact' }).click();
  const never = page.getByRole('dialog', { name: 'Do not contact' });
  await never.getByRole('textbox', { name: 'Reason' }).fill('Asked us to stop');
  await never.getByRole('button', { name: 'Do not contact' }).click();
  await expect(page.getByText('Reason: Asked us to stop')).toBeVisible();
  await expect(timeline.getByRole('listitem').first()).toContainText('Added to Do not contact');
  await page.getByRole('button', { name: 'Allow contact again' }).click();
  const allow = page.getByRole('dialog', { name: 'Allow contact again' });
  await allow.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us');
  await allow.getByRole('button', { name: 'Allow contact' }).click();
  await expect(timeline.getByRole('listitem').first()).toContainText('They wrote to us');
  await page.reload();
  await expect(note).toHaveValue('Wants the catalog');

  await pickFrom(page, 'Actions for @carla', 'Forget this person');
  await page
    .getByRole('dialog', { name: 'Forget @carla?' })
    .getByRole('button', { name: 'Forget this person' })
    .click();
  await expect(toastOn(page, '@carla was forgotten')).toBeVisible();
  await expect(page).toHaveURL(/\/people$/);
  await expect(page.getByRole('rowheader')).toHaveCount(4);
  await openScreen(page, '/people/carla');
  await expect(page.getByText('You don’t have anyone with this username in Sandpiper.')).toBeVisible();
});
