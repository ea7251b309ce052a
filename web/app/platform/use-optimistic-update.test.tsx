import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { Failure, onlyOnce } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { call } from './api.ts';
import { readToken, removeToken, storeToken } from './token-store.ts';
import { useOptimisticUpdate } from './use-optimistic-update.ts';

const tagsKey = ['tags'];
const vip = { id: 1, name: 'VIP', people: { count: 1, is_more: false } };
type Answer = { tags: { id: number; name: string }[] };

function setUp() {
  const answer = Promise.withResolvers<Failure>();
  let tags = (): unknown => undefined;
  const Tags = () => {
    const queryClient = useQueryClient();
    useEffect(() => {
      tags = () => queryClient.getQueryData(tagsKey);
    }, [queryClient]);
    const { data } = useQuery({ queryKey: tagsKey, queryFn: () => call('GET /api/tags') });
    const removal = useMutation({
      mutationFn: (id: number) => call('DELETE /api/tags/:id', { params: { id } }),
      ...useOptimisticUpdate(
        { queryKey: tagsKey },
        ({ tags }: Answer, id: number) => ({ tags: tags.filter((tag) => tag.id !== id) }),
        'Failed to delete the tag',
      ),
    });
    return (
      <button type="button" onClick={() => removal.mutate(1)}>
        {`Tags: ${data?.tags.map(({ name }) => name).join()}`}
      </button>
    );
  };
  const view = renderScreen(<Tags />, {
    replies: { 'GET /api/tags': onlyOnce({ tags: [vip] }), 'DELETE /api/tags/:id': () => answer.promise },
  });
  const remove = async () => {
    await view.userEvents.click(await screen.findByRole('button', { name: 'Tags: VIP' }));
    await screen.findByRole('button', { name: 'Tags:' });
  };
  const fail = () => answer.resolve(new Failure(500, { error: 'The database is down.' }));
  return { remove, fail, tags: () => tags() };
}

describe('a change that is shown before the server has answered', () => {
  it('is reverted if the server refuses it', async () => {
    const { remove, fail } = setUp();
    await remove();
    fail();
    expect(await screen.findByRole('button', { name: 'Tags: VIP' })).toBeInTheDocument();
    expect(screen.getByText('The database is down.')).toBeInTheDocument();
  });

  it('brings nothing of the user back if they have signed out by then, even for the next user', async () => {
    const { remove, fail, tags } = setUp();
    await remove();
    act(() => removeToken(readToken()));
    await waitFor(() => expect(tags()).toBeUndefined());
    act(() => storeToken('of the next user'));
    await act(async () => {
      fail();
      await new Promise((resolve) => void setTimeout(resolve, 50));
    });
    expect(tags()).toBeUndefined();
    expect(screen.queryByText('The database is down.')).not.toBeInTheDocument();
  });
});
