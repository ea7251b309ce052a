import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openFormState } from '../../platform/open-form-on-arrival.ts';
import { buildTemplate, buildUser } from '../../testing/builders.ts';
import { Failure, onlyOnce, type Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TemplatesScreen } from './templates-screen.tsx';

const hello = buildTemplate({ is_selected: true });
const bye = buildTemplate({ id: 2, name: 'Goodbye', content: 'Bye {username}' });

function renderTemplates(replies: Replies = {}, user = buildUser()) {
  return renderScreen(<TemplatesScreen />, {
    url: '/templates',
    user,
    replies: { 'GET /api/templates': { templates: [hello, bye] }, 'GET /api/lists': { lists: [] }, ...replies },
  });
}

describe('the templates screen', () => {
  it('marks the selected template and offers to select the others', async () => {
    renderTemplates();
    const selected = within(await screen.findByRole('article', { name: 'Hello' }));
    expect(selected.getByText('Selected')).toBeInTheDocument();
    expect(selected.queryByRole('button', { name: /Select/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Select Goodbye' })).toBeEnabled();
  });

  it('links each template to the form for a new campaign that uses it', async () => {
    const { userEvents, router } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'Create Campaign with Goodbye' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/new'));
    expect(router.state.location.search).toBe('?template=2');
  });

  it('opens the form, but only once, if the user came from another screen to create a template', async () => {
    const { userEvents, router } = renderTemplates();
    await screen.findByRole('article', { name: 'Hello' });
    await act(() => router.navigate('/templates', { state: openFormState }));
    expect(await screen.findByRole('dialog', { name: 'New Template' })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.state).toBeNull());
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens an empty form if the user creates a template with the command palette while editing another one', async () => {
    const { userEvents, router } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Goodbye' }));
    await screen.findByRole('dialog', { name: 'Edit Template' });
    await act(() => router.navigate('/templates', { state: openFormState }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await waitFor(() => expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue(''));
    expect(form.getByRole('textbox', { name: /Content/ })).toHaveValue('');
    expect(router.state.location.state).toBeNull();
  });

  it('first asks before the command palette discards changes to another template', async () => {
    const { userEvents, router } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Goodbye' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Template' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), ' Bakers');
    await act(() => router.navigate('/templates', { state: openFormState }));
    await userEvents.click(await form.findByRole('button', { name: 'Keep editing' }));
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Goodbye Bakers');
    await act(() => router.navigate('/templates', { state: openFormState }));
    await userEvents.click(await form.findByRole('button', { name: 'Discard' }));
    const next = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await waitFor(() => expect(next.getByRole('textbox', { name: /Name/ })).toHaveValue(''));
  });

  it('keeps the form while it is being saved and the command palette creates a template, and closes it afterward', async () => {
    const answer = Promise.withResolvers<{ template: ReturnType<typeof buildTemplate> }>();
    const { userEvents, router, api } = renderTemplates({ 'POST /api/templates': () => answer.promise });
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Fair');
    await userEvents.type(form.getByRole('textbox', { name: /Content/ }), 'Hi!');
    await userEvents.click(form.getByRole('button', { name: 'Create Template' }));
    await waitFor(() => expect(api.of('POST /api/templates')).toHaveLength(1));
    await act(() => router.navigate('/templates', { state: openFormState }));
    expect(await form.findByText('Discard what you typed?')).toBeInTheDocument();
    answer.resolve({ template: buildTemplate({ id: 3, name: 'Fair', content: 'Hi!' }) });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('restores the selection and shows an error when selecting fails', async () => {
    const answer = Promise.withResolvers<Error>();
    const { userEvents } = renderTemplates({
      'GET /api/templates': onlyOnce({ templates: [hello, bye] }),
      'PUT /api/templates/:id/select': () => answer.promise,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Select Goodbye' }));
    const goodbye = within(screen.getByRole('article', { name: 'Goodbye' }));
    expect(await goodbye.findByText('Selected')).toBeInTheDocument();
    answer.resolve(new Error('down'));
    expect(await screen.findByText('Failed to select template')).toBeInTheDocument();
    const first = within(screen.getByRole('article', { name: 'Hello' }));
    await waitFor(() => expect(first.getByText('Selected')).toBeInTheDocument());
  });

  it('requires a name and content before saving', async () => {
    const { userEvents, api } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.click(form.getByRole('button', { name: 'Create Template' }));
    expect(form.getByText('Template name is required')).toBeInTheDocument();
    expect(form.getByText('Template content is required')).toBeInTheDocument();
    expect(api.of('POST /api/templates')).toHaveLength(0);
  });

  it('previews the message while the user writes it, and keeps the message when saving fails', async () => {
    const { userEvents, api } = renderTemplates({
      'POST /api/templates': new Failure(409, { error: 'You already have a template with this name.' }),
    });
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Fair');
    await userEvents.type(form.getByRole('textbox', { name: /Content/ }), 'Hi ');
    await userEvents.click(form.getByRole('button', { name: 'Insert {username}' }));
    await userEvents.clear(form.getByRole('textbox', { name: 'Preview as' }));
    await userEvents.type(form.getByRole('textbox', { name: 'Preview as' }), 'mara');
    expect(within(form.getByRole('region', { name: 'Preview' })).getByText('Hi mara')).toBeInTheDocument();

    await userEvents.click(form.getByRole('button', { name: 'Create Template' }));
    expect(await screen.findByText('You already have a template with this name.')).toBeInTheDocument();
    expect(api.of('POST /api/templates')[0]?.body).toEqual({ name: 'Fair', content: 'Hi {username}' });
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Fair');
    expect(form.getByRole('textbox', { name: /Content/ })).toHaveValue('Hi {username}');
  });

  it('asks before discarding what was typed', async () => {
    const { userEvents } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Fair');
    await userEvents.keyboard('{Escape}');
    expect(await form.findByText('Discard what you typed?')).toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Keep editing' }));
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Fair');
    await userEvents.click(form.getByRole('button', { name: 'Cancel' }));
    await userEvents.click(await form.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Template' })).not.toBeInTheDocument());
  });

  it('asks before the Back button discards what was typed, even if the confirmation is already open', async () => {
    const { userEvents, router } = renderTemplates();
    await router.navigate('/lists');
    await router.navigate('/templates');
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Fair');
    await act(() => router.navigate(-1));
    await userEvents.click(await form.findByRole('button', { name: 'Keep editing' }));
    expect(form.queryByText('Discard what you typed?')).not.toBeInTheDocument();
    await userEvents.keyboard('{Escape}');
    expect(await form.findByText('Discard what you typed?')).toBeInTheDocument();
    await act(() => router.navigate(-1));
    expect(form.getByRole('textbox', { name: /Name/ })).toHaveValue('Fair');
    expect(router.state.location.pathname).toBe('/templates');
    await userEvents.click(form.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/lists'));
  });

  it('warns about a placeholder that will not be filled in', async () => {
    const { userEvents } = renderTemplates();
    await userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
    const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
    await userEvents.click(form.getByRole('textbox', { name: /Content/ }));
    await userEvents.paste('Hi {name}');
    expect(
      await form.findByText('{name} isn’t a variable on any of your lists, so it’s sent as written.'),
    ).toBeInTheDocument();
  });

  it('saves only what was changed, so that changes made in another tab are kept', async () => {
    const { userEvents, api } = renderTemplates({ 'PUT /api/templates/:id': { template: bye } });
    await userEvents.click(await screen.findByRole('button', { name: 'Edit Goodbye' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Template' }));
    expect(form.getByRole('textbox', { name: /Content/ })).toHaveValue('Bye {username}');
    await userEvents.type(form.getByRole('textbox', { name: /Content/ }), '!');
    await userEvents.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Template updated successfully')).toBeInTheDocument();
    const [{ params, body } = { params: null, body: null }] = api.of('PUT /api/templates/:id');
    expect(params).toEqual({ id: '2' });
    expect(body).toEqual({ content: 'Bye {username}!' });
  });

  it('asks before deleting a template, and brings it back when the server rejects the deletion', async () => {
    const refusal = Promise.withResolvers<Failure>();
    const { userEvents } = renderTemplates({
      'GET /api/templates': onlyOnce({ templates: [hello, bye] }),
      'DELETE /api/templates/:id': () => refusal.promise,
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Delete Goodbye' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Template' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete Template' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Goodbye' })).not.toBeInTheDocument());
    refusal.resolve(new Failure(409, { error: 'Autumn still uses it.' }));
    expect(await screen.findByText('Autumn still uses it.')).toBeInTheDocument();
    expect(await screen.findByRole('article', { name: 'Goodbye' })).toBeInTheDocument();
  });

  it('shows the length of the text that is about to be deleted', async () => {
    const templates = [buildTemplate({ name: 'Wave', content: '!' })];
    const { userEvents } = renderTemplates({ 'GET /api/templates': { templates } });
    await userEvents.click(await screen.findByRole('button', { name: 'Delete Wave' }));
    expect(await screen.findByText(/its text \(1 character\)/)).toBeInTheDocument();
  });

  it('restores a deleted template and selects it again after Undo', async () => {
    const again = { ...hello, id: 9 };
    const { userEvents, api } = renderTemplates({
      'DELETE /api/templates/:id': { success: true },
      'POST /api/templates': { template: again },
      'PUT /api/templates/:id/select': { template: again },
    });
    await userEvents.click(await screen.findByRole('button', { name: 'Delete Hello' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Template' }));
    await userEvents.click(question.getByRole('button', { name: 'Delete Template' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('POST /api/templates')[0]?.body).toEqual({ name: hello.name, content: hello.content });
    expect(api.of('PUT /api/templates/:id/select')[0]?.params).toEqual({ id: '9' });
  });

  it('selects the previously selected template again after Undo', async () => {
    const { userEvents, api } = renderTemplates({ 'PUT /api/templates/:id/select': { template: bye } });
    await userEvents.click(await screen.findByRole('button', { name: 'Select Goodbye' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone')).toBeInTheDocument();
    expect(api.of('PUT /api/templates/:id/select').map(({ params }) => params['id'])).toEqual(['2', '1']);
  });

  it('explains the first step while there are no templates', async () => {
    renderTemplates({ 'GET /api/templates': { templates: [] } });
    expect(await screen.findByText('No templates yet')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Write your first template' })).toBeEnabled();
  });

  it('shows an error when the templates can’t be loaded', async () => {
    renderTemplates({ 'GET /api/templates': new Error('down') });
    expect(await screen.findByText('Failed to fetch templates')).toBeInTheDocument();
  });

  it('is read-only after the subscription has ended', async () => {
    renderTemplates({}, buildUser({ subscription_end_date: null }));
    expect(await screen.findByText('Subscription Required')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'New Template' })).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Select Goodbye' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Create Campaign with Hello' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Edit Hello' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete Hello' })).toBeDisabled();
  });
});
