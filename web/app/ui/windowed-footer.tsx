import { Group, Pagination } from '@mantine/core';
import type { FoundPage } from '@sandpiper/contract/primitives';
import { boundedText } from '../platform/bounded-counts.ts';
import { countText, formatCount } from '../platform/numbers.ts';
import { pageWindow } from '../platform/pagination.ts';
import { PageRange } from './page-range.tsx';
import { uiTexts } from './ui.texts.ts';

type WindowedFooterProps = {
  /** The pagination in the server's response. Undefined while the first page loads. */
  pagination: FoundPage | undefined;
  onPage: (page: number) => void;
  /** The singular noun for a row. */
  noun: string;
};

/**
 * A footer for tables whose page size is set by the server. Shows the range of rows and up to five page buttons, unless there is only one
 * page.
 */
export function WindowedFooter({ pagination, onPage, noun }: WindowedFooterProps) {
  if (pagination === undefined || pagination.total === 0) return null;
  const { page, limit, total, pages, is_more = false } = pagination;
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  const all = boundedText({ count: total, is_more }, (count) => countText(count, noun));
  const range = uiTexts.pages.showing(first, last, all);
  return (
    <Group justify="space-between" gap="sm" {...(pages > 1 && { mt: 'sm', mih: 36 })}>
      <PageRange isShown={pages > 1}>{is_more ? range + uiTexts.pages.narrow : range}</PageRange>
      {pages > 1 && (
        <Pagination.Root total={pages} value={page} onChange={onPage} size="sm" aria-label={uiTexts.pages.label}>
          <Group gap={5} component="nav" aria-label={uiTexts.pages.label}>
            <Pagination.Previous aria-label={uiTexts.pages.previous} />
            {pageWindow(page, pages).map((number) => (
              <Pagination.Control
                key={number}
                active={number === page}
                aria-label={uiTexts.pages.page(number)}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {formatCount(number)}
              </Pagination.Control>
            ))}
            <Pagination.Next aria-label={uiTexts.pages.next} />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  );
}
