import type { ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  /** Names the content in the message that is shown if the content can't be loaded. */
  what: string;
  /** Shown while the content loads. The skeleton should have the content's size. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data once it has loaded. If it can't be loaded, shows a message with a button to retry. */
export function Loaded<Data>({ query: { data, isError, refetch }, what, skeleton, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  return isError ? <LoadFailed what={what} onRetry={() => void refetch()} /> : skeleton;
}
