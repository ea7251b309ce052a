import type { RecipientList } from '@sandpiper/contract/lists';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { isNotFound } from '../../platform/failure.ts';
import { useIdParam } from '../../platform/url-values.ts';
import { ListNotFound } from './list-header.tsx';
import { useList } from './lists.queries.ts';

type RenderList = (id: number, list: RecipientList | undefined) => ReactNode;

/**
 * Loads the list in the URL, for the list's page and its subpages. `children` receives undefined while the list loads. Shows
 * "List not found" if the list doesn't exist, and redirects to the lists if the list can't be loaded.
 */
export function ListPage({ children }: { children: RenderList }) {
  const id = useIdParam();
  return id === undefined ? <ListNotFound /> : <PageOf key={id} id={id} render={children} />;
}

function PageOf({ id, render }: { id: number; render: RenderList }) {
  const { data, error, isError } = useList(id);
  if (isNotFound(error)) return <ListNotFound />;
  if (isError && data === undefined) return <Navigate to="/lists" replace />;
  return render(id, data?.list);
}
