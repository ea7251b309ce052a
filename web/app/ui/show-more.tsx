import { Button } from '@mantine/core';

type ShowMoreProps = {
  /** A query that loads one page after the other. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: string;
};

/** A button below a list that loads what comes next. Renders nothing at the end. */
export function ShowMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: ShowMoreProps) {
  if (!hasNextPage) return null;
  return (
    <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {children}
    </Button>
  );
}
