import { addTemplate } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('a template is written with a live preview, selected, changed and deleted', async ({ page, person }) => {
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Write your first template' }).click();
  const form = page.getByRole('dialog', { name: 'New Template' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Greeting');
  const content = form.getByRole('textbox', { name: /^Content/ });
  await content.fill('Hello ');
  await form.getByRole('button', { name: 'Insert {username}' }).click();
  await expect(content).toHaveValue('Hello {username}');
  await expect(content, 'the cursor stays after the inserted placeholder').toBeFocused();
  await page.keyboard.type(', {first} light!');
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Hello rosa.fields, {first} light!');
  const note = '{first} isn’t a variable on any of your lists, so it’s sent as written.';
  await expect(form.getByText(note)).toBeVisible();
  await preview.getByRole('textbox', { name: 'Preview as' }).fill('ada');
  await expect(preview).toContainText('Hello ada, {first} light!');
  await form.getByRole('button', { name: 'Create Template' }).click();
  await expect(toastOn(page, 'Template created successfully')).toBeVisible();
  await addTemplate(person, 'Thanks', 'Thank you, {username}.');
  await page.reload();

  const greeting = page.getByRole('article', { name: 'Greeting' });
  const thanks = page.getByRole('article', { name: 'Thanks' });
  await page.getByRole('button', { name: 'Select Greeting' }).click();
  await expect(greeting.getByText('Selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Select Thanks' }).click();
  await expect(thanks.getByText('Selected', { exact: true })).toBeVisible();
  await expect(greeting.getByText('Selected', { exact: true }), 'only one template is selected').toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Greeting' }).click();
  const change = page.getByRole('dialog', { name: 'Edit Template' });
  await change.getByRole('textbox', { name: /^Content/ }).fill('Good morning, {username}!');
  await change.getByRole('button', { name: 'Save Changes' }).click();
  await expect(greeting).toContainText('Good morning, {username}!');
  await page.getByRole('button', { name: 'Delete Greeting' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete Template' });
  await expect(removal).toContainText('and its text (25 characters)');
  await removal.getByRole('button', { name: 'Delete Template' }).click();
  await expect(toastOn(page, 'Template deleted successfully')).toBeVisible();
  await expect(greeting).toHaveCount(0);
});
