import { Button } from '@mantine/core';

type ShowMoreProps = {
  /** The infinite query whose next page the button loads. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: string;
};

/** A button that loads the next page of the list above the button. Renders nothing on the last page. */
export function ShowMore({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: ShowMoreProps) {
  if (!hasNextPage) return null;
  return (
    <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {children}
    </Button>
  );
}
