import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { pageSizes } from '@sandpiper/contract/limits';
import { formatCount } from '../platform/dates.ts';

type TableFooterProps = {
  page: number;
  totalPages: number;
  totalItems: number;
  size: number;
  onPage: (page: number) => void;
  /** Left out: the page size is fixed. */
  onSize?: (size: number) => void;
  /** What is counted, in the plural. */
  noun?: string;
  /** How many of this page's rows are counted but not shown, since they are the browser's own. */
  hidden?: number;
};

/** Where one is in a long table: "Showing x to y of z results", page size, pages (five buttons at a time). */
export function TableFooter({
  page,
  totalPages,
  totalItems,
  size,
  onPage,
  onSize,
  noun = 'results',
  hidden = 0,
}: TableFooterProps) {
  // Where there is nothing to turn over, and while that is not known, there is nothing to say.
  if (totalItems === 0) return null;
  const first = (page - 1) * size + 1;
  const last = Math.min(page * size, totalItems);
  return (
    <Group justify="space-between" mt="sm" gap="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        Showing {formatCount(Math.min(first, totalItems))} to {formatCount(last)} of {formatCount(totalItems)} {noun}
        {hidden > 0 && `, ${formatCount(hidden)} of them hidden: Firefox’s own`}
      </Text>
      <Group gap="sm">
        {onSize !== undefined && <PageSizeSelect size={size} onSize={onSize} />}
        {totalPages > 1 && (
          <Pagination
            size="sm"
            total={totalPages}
            value={page}
            onChange={onPage}
            siblings={1}
            boundaries={1}
            aria-label="Pages"
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({ 'aria-label': control === 'previous' ? 'Previous page' : 'Next page' })}
          />
        )}
      </Group>
    </Group>
  );
}

export function PageSizeSelect({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  return (
    <NativeSelect
      aria-label="Rows per page"
      size="xs"
      w={112}
      data={pageSizes.map((choice) => ({ value: String(choice), label: `${choice} per page` }))}
      value={String(size)}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
}
