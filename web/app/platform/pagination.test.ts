import { describe, expect, it } from 'vitest';
import { pageWindow } from './pagination.ts';

describe('the window of page buttons', () => {
  it.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, 4, 5]],
    [10, 20, [8, 9, 10, 11, 12]],
    [20, 20, [16, 17, 18, 19, 20]],
    [19, 20, [16, 17, 18, 19, 20]],
  ])('on page %i of %i shows %j', (page, pages, shown) => {
    expect(pageWindow(page, pages)).toEqual(shown);
  });
});
