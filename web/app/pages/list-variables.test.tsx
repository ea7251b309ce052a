import type { Recipient } from '@sandpiper/contract/recipients';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildList } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { onePage, person, renderList } from '../testing/list-detail-screen.tsx';

const rosa: Recipient = { ...person(1, 'rosa'), variables: { first_name: 'Rosa', city: 'Bern' } };
const mara = person(2, 'mara');

function renderVariables(replies: Replies = {}, variables = ['first_name', 'city']) {
  return renderList({
    'GET /api/lists/:id': { list: buildList({ variables }) },
    'GET /api/lists/:id/recipients': { recipients: [rosa, mara], pagination: { ...onePage, total: 2 } },
    'GET /api/lists/:id/variables': {
      variables: variables.map((name, index) => ({ name, people: index === 0 ? 1900 : 1 })),
      recipients: 2000,
      is_changing: false,
    },
    ...replies,
  });
}

async function openVariables(replies: Replies = {}) {
  const view = renderVariables({ 'PUT /api/lists/:id/variables': { list: buildList(), removed: [] }, ...replies });
  await view.userEvents.click(await screen.findByRole('button', { name: 'Variables' }));
  const form = within(await screen.findByRole('dialog', { name: 'Variables' }));
  await form.findByRole('textbox', { name: 'Name of variable 2' });
  const saved = () => view.api.of('PUT /api/lists/:id/variables').map(({ body }) => body);
  return { ...view, form, saved };
}

describe('the values of people on a list', () => {
  it('have a column for each variable, or appear under the username if there is no room', async () => {
    renderVariables();
    const table = within(await screen.findByRole('region', { name: 'Recipients' }));
    const row = within(await table.findByRole('row', { name: /rosa/ }));
    expect(table.getByRole('columnheader', { name: 'first_name' })).toHaveAttribute('data-from', 'md');
    expect(table.getByRole('columnheader', { name: 'Added' })).toHaveAttribute('data-from', 'lg');
    expect(row.getByRole('cell', { name: 'Bern' })).toBeInTheDocument();
    expect(within(row.getByRole('rowheader')).getByText('first_name: Rosa · city: Bern')).toBeInTheDocument();
    expect(within(table.getByRole('row', { name: /mara/ })).getAllByRole('img', { name: 'No value' })).toHaveLength(2);
  });

  it('share one column from the fourth variable on if there are more than four variables', async () => {
    renderVariables({}, ['a', 'b', 'c', 'first_name', 'city']);
    const table = within(await screen.findByRole('region', { name: 'Recipients' }));
    const row = within(await table.findByRole('row', { name: /rosa/ }));
    expect(table.getByRole('columnheader', { name: '2 more' })).toBeInTheDocument();
    expect(table.queryByRole('columnheader', { name: 'Added' })).not.toBeInTheDocument();
    expect(row.getByRole('rowheader')).toHaveTextContent(/Added 21-11-2026/);
    expect(row.getByRole('cell', { name: 'first_name: Rosa · city: Bern' })).toBeInTheDocument();
  });

  it('can be changed', async () => {
    const { userEvents, api } = renderVariables({ 'PUT /api/recipients/:id/variables': { recipient: rosa } });
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Values for rosa' }));
    const form = within(await screen.findByRole('dialog', { name: 'Values for @rosa' }));
    expect(form.getByRole('textbox', { name: 'first_name' })).toHaveValue('Rosa');
    await userEvents.clear(form.getByRole('textbox', { name: 'first_name' }));
    await userEvents.type(form.getByRole('textbox', { name: 'city' }), 'e');
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Values for @rosa saved')).toBeInTheDocument();
    const [call] = api.of('PUT /api/recipients/:id/variables');
    expect([call?.params, call?.body]).toEqual([{ id: '1' }, { variables: { first_name: '', city: 'Berne' } }]);
  });

  it('stay in the form and are not saved if they are too long', async () => {
    const { userEvents, api } = renderVariables();
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Values for mara' }));
    const form = within(await screen.findByRole('dialog', { name: 'Values for @mara' }));
    await userEvents.click(form.getByRole('textbox', { name: 'city' }));
    await userEvents.paste('a'.repeat(201));
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Too long: 201 of 200 characters. Shorten the text.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'city' })).toHaveValue('a'.repeat(201));
    expect(api.of('PUT /api/recipients/:id/variables')).toHaveLength(0);
  });

  it('stay in the form, with the reason under the field, when saving fails', async () => {
    const fields = { city: 'Use up to 200 characters' };
    const refusal = new Failure(400, { error: fields.city, code: 'validation_failed', fields });
    const { userEvents } = renderVariables({ 'PUT /api/recipients/:id/variables': refusal });
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Values for mara' }));
    const form = within(await screen.findByRole('dialog', { name: 'Values for @mara' }));
    await userEvents.type(form.getByRole('textbox', { name: 'city' }), 'Rome');
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(fields.city)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'city' })).toHaveValue('Rome');
  });

  it('can’t be edited if the list has no variables', async () => {
    renderVariables({}, []);
    await screen.findByRole('row', { name: /rosa/ });
    expect(screen.queryByRole('button', { name: /Edit Values/ })).not.toBeInTheDocument();
  });
});

describe('a list’s variables', () => {
  it('are each shown with the number of people who have a value', async () => {
    const { form } = await openVariables();
    expect(form.getByText('1,900 of 2,000 people have a value')).toBeInTheDocument();
  });

  it('are loaded and counted again each time the dialog opens', async () => {
    const { userEvents, api, form } = await openVariables();
    await userEvents.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const now = { variables: [{ name: 'town', people: 7 }], recipients: 2000, is_changing: false };
    const answer = Promise.withResolvers<typeof now>();
    api.set({ 'GET /api/lists/:id/variables': () => answer.promise });
    await userEvents.click(screen.getByRole('button', { name: 'Variables' }));
    expect(await screen.findByRole('dialog', { name: 'Variables' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Name of variable 1' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    answer.resolve(now);
    expect(await screen.findByText('7 of 2,000 people have a value')).toBeInTheDocument();
  });

  it('can be renamed or added, and the typed names are converted to valid names', async () => {
    const { userEvents, form, saved } = await openVariables();
    const first = form.getByRole('textbox', { name: 'Name of variable 1' });
    await userEvents.clear(first);
    await userEvents.type(first, 'name');
    await userEvents.click(form.getByRole('button', { name: 'Add variable' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Name of variable 3' }), 'Their Shop');
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const variables = [{ name: 'name', rename_from: 'first_name' }, { name: 'city' }, { name: 'their_shop' }];
    expect(saved()).toEqual([{ variables }]);
  });

  it('are kept if they were added elsewhere while the form was open', async () => {
    const { userEvents, api, form, saved } = await openVariables();
    await userEvents.click(form.getByRole('button', { name: 'Remove city' }));
    api.set({ 'GET /api/lists/:id': { list: buildList({ variables: ['first_name', 'city', 'shop'] }) } });
    await userEvents.click(form.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(saved()).toEqual([{ variables: [{ name: 'first_name' }, { name: 'shop' }] }]));
  });

  it('don’t come back if they were renamed or removed elsewhere while the form was open', async () => {
    const { userEvents, api, form, saved } = await openVariables();
    await userEvents.click(form.getByRole('button', { name: 'Add variable' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Name of variable 3' }), 'shop');
    api.set({ 'GET /api/lists/:id': { list: buildList({ variables: ['first_name', 'town'] }) } });
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    const variables = [{ name: 'first_name' }, { name: 'shop' }, { name: 'town' }];
    await waitFor(() => expect(saved()).toEqual([{ variables }]));
  });

  it('can’t be removed and added again at the same time, because their values would stay', async () => {
    const { userEvents, form, saved } = await openVariables();
    await userEvents.click(form.getByRole('button', { name: 'Remove city' }));
    await userEvents.click(form.getByRole('button', { name: 'Add variable' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Name of variable 3' }), 'City');
    await userEvents.click(form.getByRole('button', { name: /^Save/ }));
    expect(form.getByText('You’re removing a variable with this name. Keep it, or choose another name.')).toBeVisible();
    expect(saved()).toEqual([]);
  });

  it('are removed after a warning that says how many values will be lost, unless the user keeps them', async () => {
    const { userEvents, form, saved } = await openVariables();
    await userEvents.click(form.getByRole('button', { name: 'Remove first_name' }));
    expect(form.getByText('Will be removed along with 1,900 values.')).toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Remove city' }));
    await userEvents.click(form.getAllByRole('button', { name: 'Keep' })[0] ?? document.body);
    await userEvents.click(form.getByRole('button', { name: 'Save and delete 1 value' }));
    await waitFor(() => expect(saved()).toEqual([{ variables: [{ name: 'first_name' }] }]));
  });

  it('are not saved with a name that is taken or invalid', async () => {
    const { userEvents, form, saved } = await openVariables();
    const second = form.getByRole('textbox', { name: 'Name of variable 2' });
    await userEvents.clear(second);
    await userEvents.type(second, 'First name');
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Another variable has this name')).toBeInTheDocument();
    await userEvents.clear(second);
    await userEvents.type(second, 'username');
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    expect(
      await form.findByText("{username} is always available, so you don't need a variable for it"),
    ).toBeInTheDocument();
    expect(saved()).toEqual([]);
  });

  it('can have the name “constructor”', async () => {
    const { userEvents, form, saved } = await openVariables();
    const second = form.getByRole('textbox', { name: 'Name of variable 2' });
    await userEvents.clear(second);
    await userEvents.type(second, 'constructor');
    expect(second).not.toBeInvalid();
    await userEvents.click(form.getByRole('button', { name: 'Save' }));
    const variables = [{ name: 'first_name' }, { name: 'constructor', rename_from: 'city' }];
    await waitFor(() => expect(saved()).toEqual([{ variables }]));
  });

  it('are not removed if a campaign uses them, and a message says why', async () => {
    const error = 'The campaign "Spring" uses {city} and hasn’t finished.';
    const { userEvents, form } = await openVariables({
      'PUT /api/lists/:id/variables': new Failure(409, { error, code: 'invalid_state' }),
    });
    await userEvents.click(form.getByRole('button', { name: 'Remove city' }));
    await userEvents.click(form.getByRole('button', { name: 'Save and delete 1 value' }));
    expect(await screen.findByText(error)).toBeInTheDocument();
    expect(form.getByText('Will be removed along with 1 value.')).toBeInTheDocument();
  });

  it('can’t be saved while their values are still being renamed', async () => {
    const { form } = await openVariables({
      'GET /api/lists/:id/variables': {
        variables: [
          { name: 'a', people: 1 },
          { name: 'b', people: 0 },
        ],
        recipients: 2,
        is_changing: true,
      },
    });
    expect(form.getByText(/still being renamed or removed/)).toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('keep what was typed when the answer about a person added earlier arrives', async () => {
    const answer = Promise.withResolvers<{ recipient: Recipient }>();
    const { userEvents, api } = renderVariables({ 'POST /api/recipients': () => answer.promise });
    await userEvents.click(await screen.findByRole('button', { name: 'Add Recipient' }));
    const adding = await screen.findByRole('dialog', { name: 'Add Recipient' });
    await userEvents.type(within(adding).getByRole('textbox'), 'vera{Enter}');
    await waitFor(() => expect(api.of('POST /api/recipients')).toHaveLength(1));
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(adding).not.toBeInTheDocument());
    await userEvents.click(screen.getByRole('button', { name: 'Variables' }));
    const dialog = await screen.findByRole('dialog', { name: 'Variables' });
    await userEvents.type(await within(dialog).findByRole('textbox', { name: 'Name of variable 2' }), ' of birth');
    answer.resolve({ recipient: person(9, 'vera') });
    expect(await screen.findByText('@vera added')).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: 'Name of variable 2' })).toHaveValue('city of birth');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(dialog).toBeInTheDocument();
  });
});
