import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ImportsProvider } from '../features/recipients/imports.provider.tsx';
import { importPartSize } from '../features/recipients/import/import-in-parts.ts';
import { buildList } from '../testing/builders.ts';
import { Failure, type Replies } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import ListDetailPage from './list-detail.page.tsx';
import ListsPage from './lists.page.tsx';

function Screens() {
  return (
    <ImportsProvider>
      <Routes>
        <Route path="/lists" element={<ListsPage />} />
        <Route path="/lists/:id" element={<ListDetailPage />} />
      </Routes>
    </ImportsProvider>
  );
}

function renderList(replies: Replies = {}) {
  return renderScreen(<Screens />, {
    url: '/lists/1',
    path: '*',
    replies: {
      'GET /api/lists': { lists: [buildList(), buildList({ id: 2, name: 'Florists' })] },
      'GET /api/lists/:id': { list: buildList() },
      'GET /api/lists/:id/recipients': { recipients: [], pagination: { page: 1, limit: 50, total: 0, pages: 1 } },
      ...replies,
    },
  });
}

type View = ReturnType<typeof renderList>;

async function openImport(hands: View['hands']) {
  await hands.click(await screen.findByRole('button', { name: 'Bulk Import' }));
  return within(await screen.findByRole('dialog', { name: 'Bulk Import' }));
}

const strip = async () => within(await screen.findByRole('region', { name: 'Bulk import' }));

/** Starts an import of two parts. The server answers for a part when the test tells it to. */
async function beginLargeImport() {
  const answers: (() => void)[] = [];
  const view = renderList({
    'POST /api/recipients/bulk': () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ added: importPartSize, duplicates: 0, invalid: 0, rejected: [] }));
      }),
  });
  const form = await openImport(view.hands);
  await view.hands.click(form.getByRole('textbox', { name: /Usernames/ }));
  await view.hands.paste(Array.from({ length: importPartSize * 2 }, (_, index) => `n${index}`).join('\n'));
  await view.hands.click(form.getByRole('button', { name: 'Import' }));
  const answered = async (part: number) => {
    await waitFor(() => expect(answers).toHaveLength(part));
    answers[part - 1]?.();
  };
  return { ...view, form, answered, parts: () => view.api.of('POST /api/recipients/bulk').length };
}

function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

describe('a bulk import', () => {
  it('asks for at least one name before it sends anything', async () => {
    const { hands } = renderList();
    const form = await openImport(hands);
    await hands.click(form.getByRole('textbox', { name: /Usernames/ }));
    await hands.paste('\n  \n');
    await hands.click(form.getByRole('button', { name: 'Import' }));
    expect(form.getByText('Please enter at least one recipient')).toBeInTheDocument();
  });

  it('sends the names and shows what became of them, by their lines', async () => {
    const { api, hands } = renderList({
      'POST /api/recipients/bulk': {
        added: 1,
        duplicates: 1,
        invalid: 1,
        rejected: [{ line: 2, value: 'no name!', reason: 'Use letters' }],
      },
    });
    const form = await openImport(hands);
    await hands.click(form.getByRole('textbox', { name: /Usernames/ }));
    await hands.paste('@rosa\n\nno name!\nmara');
    expect(await form.findByText('3 names')).toBeInTheDocument();
    await hands.click(form.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('1 recipient added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')[0]?.body).toEqual({
      recipients: ['@rosa', 'no name!', 'mara'],
      list_id: 1,
    });
    const reject = within(form.getByRole('region', { name: 'Names that were not imported' })).getAllByRole('row')[1];
    expect(reject).toHaveTextContent('3no name!Use letters');
  });

  it('imports the names of a chosen file', async () => {
    const { api, hands } = renderList({
      'POST /api/recipients/bulk': { added: 2, duplicates: 0, invalid: 0, rejected: [] },
    });
    await hands.click(await screen.findByRole('button', { name: 'Bulk Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bulk Import' });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await hands.upload(input, new File(['rosa\nmara\n'], 'people.txt', { type: 'text/plain' }));
    expect(await within(dialog).findByText('people.txt')).toBeInTheDocument();
    await hands.click(within(dialog).getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('2 recipients added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')[0]?.body).toEqual({ recipients: ['rosa', 'mara'], list_id: 1 });
  });

  it('says before and after that a column header is left out', async () => {
    const reason = 'This looks like a column header, not a person.';
    const { api, hands } = renderList({
      'POST /api/recipients/bulk': {
        added: 2,
        duplicates: 0,
        invalid: 1,
        rejected: [{ line: 1, value: 'User Name', reason }],
      },
    });
    const form = await openImport(hands);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('There is no file input');
    await hands.upload(input, new File(['\n"User Name",Followers\nrosa,1\naccount,2\n'], 'people.csv'));
    expect(await form.findByText('Line 2 looks like a column header and will be left out.')).toBeInTheDocument();
    await hands.click(form.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('2 recipients added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')[0]?.body).toEqual({
      recipients: ['User Name', 'rosa', 'account'],
      list_id: 1,
    });
    const reject = within(form.getByRole('region', { name: 'Names that were not imported' })).getAllByRole('row')[1];
    expect(reject).toHaveTextContent(`2User Name${reason}`);
  });

  it('says nothing about a header where there is none', async () => {
    const { hands } = renderList();
    const form = await openImport(hands);
    await hands.click(form.getByRole('textbox', { name: /Usernames/ }));
    await hands.paste('rosa\naccount');
    expect(await form.findByText('2 names')).toBeInTheDocument();
    expect(form.queryByText(/column header/)).not.toBeInTheDocument();
  });

  it('continues where it came to a halt', async () => {
    let isDown = true;
    const { api, hands } = renderList({
      'POST /api/recipients/bulk': () =>
        isDown
          ? new Failure(503, { error: 'The server is being restarted.' })
          : { added: 1, duplicates: 0, invalid: 0, rejected: [] },
    });
    const form = await openImport(hands);
    await hands.type(form.getByRole('textbox', { name: /Usernames/ }), 'rosa');
    await hands.click(form.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('The server is being restarted.')).toBeInTheDocument();
    isDown = false;
    await hands.click(await form.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('1 recipient added')).toBeInTheDocument();
    expect(api.of('POST /api/recipients/bulk')).toHaveLength(2);
  });
});

describe('a bulk import that one leaves', () => {
  it('is there again on the list and among the lists, with its count, its bar and its Stop', async () => {
    const { answered, router, parts } = await beginLargeImport();
    await answered(1);
    expect(await screen.findByText('5,000 of 10,000 names')).toBeInTheDocument();
    await act(() => router.navigate('/lists'));
    const card = within(await screen.findByRole('article', { name: 'Bakers' }));
    expect(card.getByText('Importing 5,000 of 10,000 names')).toBeInTheDocument();
    const other = within(screen.getByRole('article', { name: 'Florists' }));
    expect(other.queryByRole('region', { name: 'Bulk import' })).not.toBeInTheDocument();

    await act(() => router.navigate('/lists/1'));
    const shown = await strip();
    expect(shown.getByText('Importing 5,000 of 10,000 names')).toBeInTheDocument();
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(shown.getByRole('button', { name: 'Stop' })).toBeEnabled();
    await answered(2);
    expect(await screen.findByText('10,000 recipients added')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bulk import' })).not.toBeInTheDocument());
    expect(parts()).toBe(2);
  });

  it('can be stopped and continue from there', async () => {
    const { answered, hands, router, parts } = await beginLargeImport();
    await act(() => router.navigate('/lists'));
    await hands.click((await strip()).getByRole('button', { name: 'Stop' }));
    await answered(1);
    expect(await screen.findByText('Import stopped at 5,000 of 10,000 names')).toBeInTheDocument();
    expect(parts()).toBe(1);
    await hands.click((await strip()).getByRole('button', { name: 'Continue' }));
    await answered(2);
    expect(await screen.findByText('10,000 recipients added')).toBeInTheDocument();
    expect(parts()).toBe(2);
  });

  it('can be dismissed when it came to a halt', async () => {
    const { hands } = renderList({ 'POST /api/recipients/bulk': new Failure(503, { error: 'Being restarted.' }) });
    const form = await openImport(hands);
    await hands.type(form.getByRole('textbox', { name: /Usernames/ }), 'rosa');
    await hands.click(form.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Being restarted.')).toBeInTheDocument();
    await hands.click(form.getByRole('button', { name: 'Close' }));
    expect((await strip()).getByText('Import stopped at 0 of 1 names')).toBeInTheDocument();
    await hands.click((await strip()).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Bulk import' })).not.toBeInTheDocument();
    expect((await openImport(hands)).getByRole('textbox', { name: /Usernames/ })).toBeInTheDocument();
  });

  it('is shown instead of the form, so that no second one is begun beside it', async () => {
    const { answered, hands, router, parts } = await beginLargeImport();
    await act(() => router.navigate('/lists'));
    await act(() => router.navigate('/lists/1'));
    const form = await openImport(hands);
    expect(form.getByText('0 of 10,000 names')).toBeInTheDocument();
    expect(form.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Bulk import' })).not.toBeInTheDocument();
    await answered(1);
    await answered(2);
    expect(await screen.findByText('10,000 recipients added')).toBeInTheDocument();
    expect(parts()).toBe(2);
  });

  it('makes the browser ask before the tab is closed, as long as it runs', async () => {
    expect(asksBeforeLeaving()).toBe(false);
    const { answered } = await beginLargeImport();
    await answered(1);
    await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
    await answered(2);
    expect(await screen.findByText('10,000 recipients added')).toBeInTheDocument();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });
});
