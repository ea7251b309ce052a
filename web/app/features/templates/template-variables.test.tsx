import { parseMessage, renderMessage } from '@sandpiper/contract/message';
import type { MessagePreview, PreviewedMessage } from '@sandpiper/contract/variables';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildList, buildTemplate } from '../../testing/builders.ts';
import type { FakeRequest, Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TemplatesScreen } from './templates-screen.tsx';

const bakers = buildList({ id: 1, name: 'Bakers', variables: ['first_name', 'city'], recipient_count: 3 });
const florists = buildList({ id: 2, name: 'Florists', variables: ['shop'], recipient_count: 1 });
const people = [
  { recipient: 'rosa', first_name: 'Rosa', city: 'Bern' },
  { recipient: 'mara', first_name: 'Mara' },
  { recipient: 'olive', city: 'La Chaux-de-Fonds' },
];

function previewOf({ body }: FakeRequest): MessagePreview {
  const { content } = z.object({ content: z.string() }).parse(body);
  const messages = people.map(({ recipient, ...values }): PreviewedMessage => {
    const read = renderMessage(parseMessage(content, bakers.variables), { ...values, username: recipient });
    return { recipient, ...read, length: read.text.length };
  });
  const sendable = messages.filter(({ missing }) => missing.length === 0);
  const sorted = sendable.toSorted((one, other) => one.length - other.length);
  const skipped = messages.length - sendable.length;
  return {
    messages,
    pagination: { currentPage: 1, totalPages: 1, totalItems: 3, itemsPerPage: 20 },
    summary: {
      looked_at: 3,
      longest: sorted.at(-1) ?? null,
      shortest: sorted[0] ?? null,
      without_value: skipped,
      too_long: 0,
      missing_values: skipped === 0 ? [] : [{ name: 'first_name', people: skipped }],
    },
  };
}

async function writeTemplate(content: string, replies: Replies = {}) {
  const view = renderScreen(<TemplatesScreen />, {
    url: '/templates',
    replies: {
      'GET /api/templates': { templates: [] },
      'GET /api/lists': { lists: [bakers, florists] },
      'POST /api/lists/:id/preview': previewOf,
      ...replies,
    },
  });
  await view.userEvents.click(await screen.findByRole('button', { name: 'New Template' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Template' }));
  await form.findByRole('button', { name: 'Insert {first_name}' });
  const field = form.getByRole('textbox', { name: /Content/ });
  await view.userEvents.click(field);
  if (content !== '') await view.userEvents.paste(content);
  const preview = within(form.getByRole('region', { name: 'Preview' }));
  return { ...view, form, field, preview };
}

describe('the variables in a template', () => {
  it('are offered from all lists and inserted at the caret, with a place for the fallback', async () => {
    const { userEvents, form, field } = await writeTemplate('Hi ');
    const buttons = within(form.getByRole('group', { name: 'Variables' })).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['username', 'first_name', 'city', 'shop']);
    await userEvents.click(form.getByRole('button', { name: 'Insert {first_name}' }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('Hi {first_name|}');
    await userEvents.keyboard('there');
    expect(field).toHaveValue('Hi {first_name|there}');
    await userEvents.click(form.getByRole('checkbox', { name: 'With a fallback' }));
    await userEvents.click(form.getByRole('button', { name: 'Insert {city}' }));
    expect(field).toHaveValue('Hi {first_name|there{city}}');
  });

  it('come with notes about unknown names, probable typos, missing fallbacks and skipped people', async () => {
    const { form } = await writeTemplate('{First name} {sho} {city} {shop|}');
    expect(
      form.getByText(
        '{First name} isn’t a variable on any of your lists, so it’s sent as written. Did you mean {first_name}?',
      ),
    ).toBeInTheDocument();
    expect(form.getByText('{sho} isn’t a variable on any of your lists, so it’s sent as written.')).toBeInTheDocument();
    expect(form.getByText(/^People without a value for \{city\} are skipped\./)).toBeInTheDocument();
    expect(form.getByText(/^Write a fallback after the \| in \{shop\|\}\./)).toBeInTheDocument();
  });

  it('can have mistyped names fixed with one click if it is clear which names were meant, and the caret stays in place', async () => {
    const { userEvents, form, field } = await writeTemplate('{USERNAME} and {sho}, dear {USERNAME}!');
    expect(form.getAllByRole('button', { name: /^Fix/ })).toHaveLength(1);
    await userEvents.keyboard('{ArrowLeft}');
    await userEvents.click(form.getByRole('button', { name: 'Fix: replace {USERNAME} with {username}' }));
    expect(field).toHaveValue('{username} and {sho}, dear {username}!');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvents.keyboard(' you');
    expect(field).toHaveValue('{username} and {sho}, dear {username} you!');
    expect(form.queryByRole('button', { name: /^Fix/ })).not.toBeInTheDocument();
  });
});

describe('the emoji picker', () => {
  it('closes on Escape without closing the form, and inserts the chosen emoji at the caret', async () => {
    const { userEvents, form, field } = await writeTemplate('Hi you');
    await userEvents.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await userEvents.click(form.getByRole('button', { name: 'Emoji' }));
    await screen.findByRole('button', { name: 'Waving hand' });
    await userEvents.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Waving hand' })).not.toBeInTheDocument());
    expect(form.getByRole('button', { name: 'Emoji' })).toHaveFocus();
    await userEvents.click(form.getByRole('button', { name: 'Emoji' }));
    await userEvents.click(await screen.findByRole('button', { name: 'Waving hand' }));
    expect(field).toHaveValue('Hi 👋you');
    await waitFor(() => expect(field).toHaveFocus());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Waving hand' })).not.toBeInTheDocument());
  });
});

describe('a template that is too long', () => {
  it('keeps the pasted text, shows how long it is and is not saved', async () => {
    const { userEvents, api, form, field } = await writeTemplate('');
    await userEvents.type(form.getByRole('textbox', { name: /Name/ }), 'Fair');
    await userEvents.click(field);
    await userEvents.paste('a'.repeat(1217));
    expect(field).toHaveValue('a'.repeat(1217));
    expect(form.getByText('1,217 / 1,000')).toBeInTheDocument();
    expect(form.getByText('Shorten the text to see the preview.')).toBeInTheDocument();
    await userEvents.click(form.getByRole('button', { name: 'Create Template' }));
    expect(field).toHaveAccessibleDescription(/Too long: 1,217 of 1,000 characters\. Shorten the text\./);
    expect(api.of('POST /api/templates')).toHaveLength(0);
    expect(api.of('POST /api/lists/:id/preview')).toHaveLength(0);
  });
});

describe('a template’s preview', () => {
  it("hides the previous person's message while the next people load", async () => {
    const { userEvents, preview } = await writeTemplate('Hi {username}', {
      'POST /api/lists/:id/preview': (request: FakeRequest) => {
        if (request.query['page'] !== '1') return new Promise<never>(() => undefined);
        const answer = previewOf(request);
        const messages = Array.from({ length: 20 }, (_, index) => answer.messages[index % 3] ?? []).flat();
        return { ...answer, messages, pagination: { ...answer.pagination, totalItems: 21 } };
      },
    });
    expect(await preview.findByText('@rosa')).toBeInTheDocument();
    for (let step = 0; step < 20; step += 1)
      await userEvents.click(preview.getByRole('button', { name: 'Next person' }));
    expect(preview.getByText('21 of 21')).toBeInTheDocument();
    expect(preview.queryByText('@rosa')).not.toBeInTheDocument();
    expect(preview.queryByText('Hi rosa')).not.toBeInTheDocument();
  });

  it('is loaded again each time it opens', async () => {
    const { api, userEvents } = renderScreen(<TemplatesScreen />, {
      url: '/templates',
      replies: {
        'GET /api/templates': { templates: [buildTemplate({ content: 'Hi {first_name}' })] },
        'GET /api/lists': { lists: [bakers] },
        'POST /api/lists/:id/preview': previewOf,
      },
    });
    const edit = async () => {
      await userEvents.click(await screen.findByRole('button', { name: /^Edit / }));
      return within(await screen.findByRole('dialog'));
    };
    const first = await edit();
    expect(await first.findByText('Hi Rosa')).toBeInTheDocument();
    await userEvents.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    api.set({
      'GET /api/lists': { lists: [buildList({ ...bakers, name: 'Confectioners' })] },
      'POST /api/lists/:id/preview': (request: FakeRequest) => {
        const answer = previewOf(request);
        return { ...answer, messages: answer.messages.map((message) => ({ ...message, text: 'Hi Rosalind' })) };
      },
    });
    const second = await edit();
    expect(await second.findByText('Hi Rosalind')).toBeInTheDocument();
    expect(await second.findByRole('option', { name: 'Confectioners' })).toBeInTheDocument();
  });

  it('shows the people on a list one by one, and who would be skipped', async () => {
    const { userEvents, preview } = await writeTemplate('Hi {first_name} of {city|your town}');
    expect(await preview.findByText('Hi Rosa of Bern')).toBeInTheDocument();
    expect(preview.getByText('@rosa')).toBeInTheDocument();
    expect(preview.getByText('1 of 3')).toBeInTheDocument();
    expect(preview.getByText('15 of 1,000 characters')).toBeInTheDocument();
    expect(
      preview.getByText('1 of 3 people on this list would be skipped because of a missing value ({first_name}: 1).'),
    ).toBeInTheDocument();
    expect(preview.getByRole('button', { name: 'Previous person' })).toBeDisabled();
    await userEvents.click(preview.getByRole('button', { name: 'Next person' }));
    expect(preview.getByText('Hi Mara of your town')).toBeInTheDocument();
    await userEvents.click(preview.getByRole('button', { name: 'Next person' }));
    expect(preview.getByText('Skipped: no value for {first_name}.')).toBeInTheDocument();
    expect(preview.getByText('{first_name}').tagName).toBe('MARK');
    expect(preview.getByRole('button', { name: 'Next person' })).toBeDisabled();
  });

  it('shows the longest and the shortest message', async () => {
    const { userEvents, preview } = await writeTemplate('{first_name|You}, {city|here}');
    await preview.findByText('Rosa, Bern');
    await userEvents.click(preview.getByRole('button', { name: 'Longest' }));
    expect(preview.getByText('You, La Chaux-de-Fonds')).toBeInTheDocument();
    expect(preview.getByText('@olive')).toBeInTheDocument();
    await userEvents.click(preview.getByRole('button', { name: 'Shortest' }));
    expect(preview.getByText('@rosa')).toBeInTheDocument();
    expect(preview.getByRole('button', { name: 'Shortest' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('uses the list that has the variables, and shows which variables another list lacks', async () => {
    const { userEvents, preview, api } = await writeTemplate('See {shop|us}');
    const list = preview.getByRole('combobox', { name: 'Preview with people from' });
    await waitFor(() => expect(list).toHaveValue('2'));
    await userEvents.selectOptions(list, 'Bakers');
    expect(
      await preview.findByText(
        'The list “Bakers” has no {shop}, so people on this list would see the placeholder as written.',
      ),
    ).toBeInTheDocument();
    expect(api.of('POST /api/lists/:id/preview').at(-1)?.params).toEqual({ id: '1' });
    await userEvents.selectOptions(list, 'No list: enter a name');
    expect(preview.getByRole('textbox', { name: 'Preview as' })).toBeInTheDocument();
  });

  it('offers to try again when it cannot be loaded', async () => {
    const { preview } = await writeTemplate('Hi', { 'POST /api/lists/:id/preview': new Error('down') });
    expect(await preview.findByRole('button', { name: /Try again/i })).toBeInTheDocument();
  });
});
