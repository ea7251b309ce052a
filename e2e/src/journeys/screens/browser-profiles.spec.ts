import { startAnsweringAgent } from '../../answering-agent.ts';
import { addAccount, firefoxFolder } from '../../belongings.ts';
import { test } from '../../journey.ts';
import { refuse, rowOf, toastOn } from '../../screen-parts.ts';
import { expect } from '../../stack.ts';

test('profiles are listed, made, tested and deleted by the agent', async ({ page, person, shared }) => {
  await addAccount(person, 'Shorebird');
  await page.goto('/firefox-profiles');
  await expect(page.getByText('No agent is connected yet')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create Profile' });
  await expect(create, 'while a request waits, nothing else can be asked').toBeDisabled();
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
  await expect(rowOf(page, /shorebird/)).toContainText('Account: Shorebird');
  await expect(page.getByRole('button', { name: 'Delete shorebird' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete tideline' })).toBeEnabled();

  await create.click();
  const form = page.getByRole('dialog', { name: 'Create Profile' });
  const make = form.getByRole('button', { name: 'Create Profile' });
  const name = form.getByRole('textbox', { name: /^Profile name/ });
  await make.click();
  await expect(form.getByText('Profile name is required')).toBeVisible();
  await name.fill('x'.repeat(60));
  await expect(name).toHaveValue('x'.repeat(50));
  await name.fill('whimbrel');
  await refuse(page, { method: 'POST', path: /\/api\/firefox-profiles$/ });
  await make.click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await expect(name).toHaveValue('whimbrel');
  await page.unrouteAll();
  await make.click();
  await expect(toastOn(page, 'Firefox profile created')).toBeVisible();
  await expect(rowOf(page, /whimbrel/)).toBeVisible();

  await page.getByRole('button', { name: 'Test tideline' }).click();
  await expect(toastOn(page, 'It opens.')).toBeVisible();
  await page.getByRole('button', { name: 'Test spare' }).click();
  await expect(toastOn(page, 'Profile test failed: It is locked.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete whimbrel' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete Profile' });
  await expect(removal).toContainText('12.5 MB of bookmarks');
  await removal.getByRole('button', { name: 'Delete Profile' }).click();
  await expect(toastOn(page, 'Firefox profile deleted')).toBeVisible();
  await expect(rowOf(page, /whimbrel/)).toHaveCount(0);
  await agent.stop();
});

test('an agent that finds no Firefox, and a server that refuses, are said', async ({ page, person, shared }) => {
  const nothing = { profiles: [], profiles_dir: '', firefox_executable: null, detected: false, error: null };
  const profile = { name: 'Curlew', directory_name: 'x.curlew', path: '/p/curlew', size_mb: 0.4, is_default: false };
  const owners = { name: 'default-release', directory_name: 'y.d', path: '/p/d', size_mb: 80, is_default: true };
  let lists = 0;
  const agent = await startAnsweringAgent(shared.url, person, {
    profiles_list: () => {
      lists += 1;
      return { status: 'completed', results: lists === 1 ? nothing : { ...nothing, profiles: [profile, owners] } };
    },
    profiles_test: () => ({ status: 'failed', error_message: 'Firefox is not installed.' }),
  });
  await page.goto('/firefox-profiles');
  await expect(page.getByText('Not Found')).toBeVisible();
  await expect(page.getByText('No Firefox profiles yet')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(page, /Curlew/)).toContainText('410 KB');
  await expect(page.getByRole('rowheader'), "the owner's own is left out").toHaveCount(1);
  await page.getByRole('button', { name: 'Test Curlew' }).click();
  await expect(toastOn(page, 'Profile test failed: Firefox is not installed.')).toBeVisible();
  await page.route(/\/api\/firefox-profiles\/test$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Test Curlew' }).click();
  await expect(toastOn(page, 'Failed to create Firefox profile test request')).toBeVisible();
  await refuse(page, { method: 'DELETE', path: /\/api\/firefox-profiles\// });
  await page.getByRole('button', { name: 'Delete Curlew' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Profile' }).click();
  await expect(toastOn(page, 'The tide is out.')).toBeVisible();
  await page.route(/\/api\/firefox-profiles$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toastOn(page, 'Failed to fetch Firefox profiles')).toBeVisible();
  await agent.stop();
});
