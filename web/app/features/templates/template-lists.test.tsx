import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildList } from '../../testing/builders.ts';
import { unreachable, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TemplatesScreen } from './templates-screen.tsx';

const bakers = buildList({ id: 1, name: 'Bakers', variables: ['first_name'], recipient_count: 0 });

async function writeTemplate(lists: Replies['GET /api/lists']) {
  const view = renderScreen(<TemplatesScreen />, {
    url: '/templates',
    replies: { 'GET /api/templates': { templates: [] }, ...(lists === undefined ? {} : { 'GET /api/lists': lists }) },
  });
  await view.userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
  await view.userEvents.click(form.getByRole('textbox', { name: /Content/ }));
  await view.userEvents.paste('Hi {first_name}');
  return { ...view, form };
}

it('a template’s form doesn’t call a variable unknown while the lists are loading', async () => {
  const { form } = await writeTemplate(() => new Promise(() => undefined));
  expect(form.getByRole('region', { name: 'Preview' })).toHaveTextContent('Hi {first_name}');
  expect(form.queryByText(/isn’t a variable on any of your lists/)).not.toBeInTheDocument();
});

it('a template’s form says that the lists can’t be loaded, and loads them again on request', async () => {
  const { userEvents, api, form } = await writeTemplate(unreachable);
  expect(await form.findByText('Your lists couldn’t be loaded')).toBeInTheDocument();
  expect(form.queryByText(/isn’t a variable on any of your lists/)).not.toBeInTheDocument();
  api.set({ 'GET /api/lists': { lists: [bakers] } });
  await userEvents.click(form.getByRole('button', { name: 'Try again' }));
  expect(await form.findByRole('button', { name: 'Insert {first_name}' })).toBeInTheDocument();
  await waitFor(() => expect(form.queryByText('Your lists couldn’t be loaded')).not.toBeInTheDocument());
});
