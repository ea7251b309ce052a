import { Group, NativeSelect, Pagination } from '@mantine/core';
import { pageSizes } from '@sandpiper/contract/limits';
import { boundedText } from '../platform/bounded-counts.ts';
import { countText } from '../platform/numbers.ts';
import { itemCount, pageCount, type AnyPagination } from '../platform/pagination.ts';
import { PageRange } from './page-range.tsx';
import { uiTexts } from './ui.texts.ts';

type TableFooterProps = {
  table: { page: number; size: number; setPage: (page: number) => void };
  /** The pagination in the server's response. Undefined while the first page loads. */
  pagination: AnyPagination | undefined;
  /** Called when the user changes the page size. Omit it if the size is fixed. */
  onSize?: (size: number) => void;
  /** The singular noun for a row. Defaults to "result". */
  noun?: string;
  /** The plural noun, if it isn't the singular noun with an "s". */
  nouns?: string | undefined;
  /** How many rows on this page are hidden because they use personal Firefox profiles. Hidden rows are included in the total. */
  hidden?: number;
  /** Whether the line with the range of rows is shown even if there is only one page, as the specification requires for tickets. */
  isRangeAlwaysShown?: boolean;
};

/**
 * A table's footer: "Showing x to y of z results", the page size select, and the page buttons. Each part is shown only if it is useful, so
 * a short table has no visible footer.
 */
export function TableFooter(props: TableFooterProps) {
  const {
    table,
    pagination,
    onSize,
    noun = uiTexts.pages.result,
    nouns,
    hidden = 0,
    isRangeAlwaysShown = false,
  } = props;
  const { page, size } = table;
  const totalItems = pagination === undefined ? 0 : itemCount(pagination);
  if (pagination === undefined || totalItems === 0) return null;
  const totalPages = pageCount(pagination);
  const isMore = 'is_more' in pagination && pagination.is_more === true;
  const all = boundedText({ count: totalItems, is_more: isMore }, (count) => countText(count, noun, nouns));
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, totalItems);
  const range = uiTexts.pages.showing(Math.min(first, totalItems), last, all);
  const hasRange = isRangeAlwaysShown || totalPages > 1 || hidden > 0;
  const hasSizes = onSize !== undefined && totalItems > pageSizes[0];
  return (
    <Group justify="space-between" gap="sm" {...((hasRange || hasSizes) && { mt: 'sm', mih: 36 })}>
      <PageRange isShown={hasRange}>
        {range}
        {isMore && uiTexts.pages.search}
        {hidden > 0 && uiTexts.pages.hidden(hidden)}
      </PageRange>
      <Group gap="sm" ms="auto">
        {hasSizes && <PageSizeSelect size={size} onSize={onSize} />}
        {totalPages > 1 && (
          <Pagination
            size="sm"
            total={totalPages}
            value={page}
            onChange={table.setPage}
            siblings={1}
            boundaries={1}
            aria-label={uiTexts.pages.label}
            getItemProps={(item) => ({ 'aria-label': uiTexts.pages.page(item) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? uiTexts.pages.previous : uiTexts.pages.next,
            })}
          />
        )}
      </Group>
    </Group>
  );
}

function PageSizeSelect({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  return (
    <NativeSelect
      aria-label={uiTexts.pages.size}
      size="xs"
      w={112}
      data={pageSizes.map((choice) => ({ value: String(choice), label: uiTexts.pages.perPage(choice) }))}
      value={String(size)}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
}
