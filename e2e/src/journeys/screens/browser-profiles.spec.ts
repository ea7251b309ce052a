import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, firefoxFolder } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('the agent lists, creates, tests and deletes Firefox profiles', async ({ page, person, shared }) => {
  await addAccount(person, 'Shorebird');
  await page.goto('/firefox-profiles');
  await expect(page.getByText('No agent is connected yet')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create Profile' });
  await expect(create, 'while a request is pending, no other can be made').toBeDisabled();
  const agent = await startAnsweringAgent(shared.url, person, {
    profiles_test: ({ profile_path }) => {
      const isGood = profile_path?.endsWith('tideline') === true;
      const error = isGood ? null : 'It is locked.';
      return { status: 'completed', results: { valid: isGood, message: isGood ? 'It opens.' : null, error } };
    },
  });
  const info = page.getByRole('region', { name: 'Firefox Installation Info' });
  await expect(info).toContainText('Detected');
  await expect(info).toContainText(firefoxFolder);
  await expect(info).toContainText('/usr/bin/firefox');
  await expect(page.getByRole('rowheader')).toHaveCount(4);
  await expect(rowOf(page, /tideline/)).toContainText('12.5 MB');
  await expect(rowOf(page, /shorebird/)).toContainText('Used by Shorebird');
  await expect(page.getByRole('button', { name: 'Delete shorebird' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete tideline' })).toBeEnabled();

  await create.click();
  const form = page.getByRole('dialog', { name: 'Create Profile' });
  const name = form.getByRole('textbox', { name: /^Profile name/ });
  await name.fill('x'.repeat(60));
  await expect(name).toHaveValue('x'.repeat(50));
  await name.fill('whimbrel');
  await form.getByRole('button', { name: 'Create Profile' }).click();
  await expect(toastOn(page, 'Firefox profile created')).toBeVisible();
  await expect(rowOf(page, /whimbrel/)).toBeVisible();

  await page.getByRole('button', { name: 'Test tideline' }).click();
  await expect(toastOn(page, 'It opens.')).toBeVisible();
  await page.getByRole('button', { name: 'Test spare' }).click();
  await expect(toastOn(page, 'Profile test failed: It is locked.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete whimbrel' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(removal).toContainText('(12.5 MB) from Firefox');
  await removal.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(toastOn(page, 'Firefox profile deleted')).toBeVisible();
  await expect(rowOf(page, /whimbrel/)).toHaveCount(0);
  await agent.stop();
});
