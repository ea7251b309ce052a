import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** A form whose button can't be clicked while the form is saved or when there is nothing to save. */
function NameForm({ answer }: { answer: Promise<void> }) {
  const [isChanged, setChanged] = useState(true);
  const save = useMutation({ mutationFn: () => answer, onSuccess: () => setChanged(false) });
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <label>
        Name
        <input defaultValue="Rosa" />
      </label>
      <div>
        <button type="button" disabled={!isChanged || save.isPending} onClick={() => save.mutate()}>
          Rename
        </button>
      </div>
    </form>
  );
}

/** A button that can be clicked only while there is something new. */
function ReadAll({ news }: { news: EventTarget }) {
  const [isRead, setRead] = useState(false);
  useEffect(() => news.addEventListener('new', () => setRead(false)), [news]);
  return (
    <button type="button" disabled={isRead} onClick={() => setRead(true)}>
      Mark all as read
    </button>
  );
}

/** Buttons for the pages of a table with two pages. */
function Pages() {
  const [page, setPage] = useState(1);
  return (
    <nav>
      <button type="button" disabled={page === 1} onClick={() => setPage(1)}>
        Previous
      </button>
      <button type="button" disabled={page === 2} onClick={() => setPage(2)}>
        Next
      </button>
    </nav>
  );
}

/** Two buttons. The second button can't be clicked while it loads something. */
function Check({ answer }: { answer: Promise<void> }) {
  const [isLoading, setLoading] = useState(false);
  const check = () => {
    setLoading(true);
    void answer.then(() => setLoading(false));
  };
  return (
    <div>
      <Button>Clear</Button>
      <Button loading={isLoading} onClick={check}>
        Check
      </Button>
    </div>
  );
}

const button = (name: string) => screen.findByRole('button', { name });
const open = (content: ReactElement) =>
  renderScreen(
    <>
      <PageHeader title="People" />
      {content}
    </>,
  ).userEvents;

/** Waits until focus would have moved. */
const wait = () => act(() => new Promise((over) => setTimeout(over, 100)));

it('when a button stays disabled after its request, focus moves to a field of its form', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const userEvents = open(<NameForm answer={promise} />);
  await userEvents.click(await button('Rename'));
  await wait();
  expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveFocus();
  resolve();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});

it('when a button leads to the last or first page, focus moves to the other button', async () => {
  const userEvents = open(<Pages />);
  await userEvents.click(await button('Next'));
  await waitFor(async () => expect(await button('Previous')).toHaveFocus());
  await userEvents.keyboard('{Enter}');
  await waitFor(async () => expect(await button('Next')).toHaveFocus());
});

it('when a button without neighbors is disabled, focus moves to the page’s title until the button is enabled again', async () => {
  const news = new EventTarget();
  const { userEvents } = renderScreen(<PageHeader title="Notices" actions={<ReadAll news={news} />} />);
  await userEvents.click(await button('Mark all as read'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Notices' })).toHaveFocus());
  act(() => void news.dispatchEvent(new Event('new')));
  await waitFor(async () => expect(await button('Mark all as read')).toHaveFocus());
});

it('when a button is disabled while it loads something, focus does not move to another element, and returns to the button afterward', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const userEvents = open(<Check answer={promise} />);
  await userEvents.click(await button('Check'));
  await wait();
  expect(await button('Clear')).not.toHaveFocus();
  resolve();
  await waitFor(async () => expect(await button('Check')).toHaveFocus());
});
