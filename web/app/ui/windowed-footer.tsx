import { Group, Pagination, Text } from '@mantine/core';
import type { PageOf } from '@sandpiper/contract/primitives';
import { formatCount } from '../platform/dates.ts';
import { pageWindow } from './page-window.ts';

type WindowedFooterProps = {
  /** As the server answered it; undefined while the first page loads. */
  pagination: PageOf | undefined;
  onPage: (page: number) => void;
  /** What is counted, in the plural. */
  noun: string;
};

/** Below a table whose page size is the server's: where one is, and a window of five page buttons. */
export function WindowedFooter({ pagination, onPage, noun }: WindowedFooterProps) {
  // Where there is nothing to turn over, and while that is not known, nothing stands here that could move.
  if (pagination === undefined || pagination.total === 0) return null;
  const { page, limit, total, pages } = pagination;
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  return (
    <Group justify="space-between" mt="sm" gap="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)} {noun}
      </Text>
      {pages > 1 && (
        <Pagination.Root total={pages} value={page} onChange={onPage} size="sm" aria-label="Pages">
          <Group gap={5} component="nav" aria-label="Pages">
            <Pagination.Previous aria-label="Previous page" />
            {pageWindow(page, pages).map((number) => (
              <Pagination.Control
                key={number}
                active={number === page}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {formatCount(number)}
              </Pagination.Control>
            ))}
            <Pagination.Next aria-label="Next page" />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  );
}
