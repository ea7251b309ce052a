import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paginationOf } from '../testing/builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { TableFooter } from './table-footer.tsx';

const doNothing = () => undefined;
const outOfSight = { position: 'absolute', width: '1px' };

async function footerOf(total: number, props: { hidden?: number; isRangeAlwaysShown?: boolean } = {}) {
  const table = { page: 1, size: 10, setPage: doNothing };
  renderScreen(<TableFooter table={table} pagination={paginationOf(total, 10)} onSize={doNothing} {...props} />);
  return { range: await screen.findByRole('status'), sizes: screen.queryByRole('combobox', { name: 'Rows per page' }) };
}

describe('a table’s footer', () => {
  it('shows the range of rows and the page size if there are several pages', async () => {
    const { range, sizes } = await footerOf(11);
    expect(range).toHaveTextContent('Showing 1 to 10 of 11 results');
    expect(range).not.toHaveStyle(outOfSight);
    expect(sizes).toBeInTheDocument();
  });

  it('shows the range of rows only to screen readers if there is only one page', async () => {
    const { range, sizes } = await footerOf(6);
    expect(range).toHaveTextContent('Showing 1 to 6 of 6 results');
    expect(range).toHaveStyle(outOfSight);
    expect(sizes).toBeInTheDocument();
  });

  it('offers no page size if all rows fit on the shortest page', async () => {
    expect((await footerOf(5)).sizes).not.toBeInTheDocument();
  });

  it('says how many rows are hidden even if there is only one page', async () => {
    const { range } = await footerOf(2, { hidden: 1 });
    expect(range).toHaveTextContent('Showing 1 to 2 of 2 results, 1 hidden (a personal Firefox profile)');
    expect(range).not.toHaveStyle(outOfSight);
  });

  it('shows the range of rows of a single page where the specification requires it', async () => {
    expect((await footerOf(2, { isRangeAlwaysShown: true })).range).not.toHaveStyle(outOfSight);
  });
});
