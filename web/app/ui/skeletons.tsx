import { Skeleton } from '@mantine/core';

type SkeletonRowsProps = {
  rows: number;
  columns: readonly { key: string; align?: 'left' | 'right' | undefined; from?: 'sm' | 'md' | 'lg' | undefined }[];
};

const widths = ['72%', '54%', '63%', '48%', '68%'];

export function SkeletonRows({ rows, columns }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={`skeleton-${row}`}>
      {columns.map((column, index) => (
        <td key={column.key} data-from={column.from}>
          <Skeleton
            height={12}
            width={widths[(row + index) % widths.length] ?? '60%'}
            ml={column.align === 'right' ? 'auto' : 0}
          />
        </td>
      ))}
    </tr>
  ));
}

export function SkeletonCard({ height }: { height: number | string }) {
  return <Skeleton height={height} radius="md" />;
}
