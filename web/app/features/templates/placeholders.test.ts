import { describe, expect, it } from 'vitest';
import { insertPlaceholder, unknownPlaceholders } from './placeholders.ts';

describe('the text of a template', () => {
  it('names placeholders that nothing fills in, once each', () => {
    expect(unknownPlaceholders('Hi {username}, {name} {name} {shop} {}')).toEqual(['{name}', '{shop}']);
    expect(unknownPlaceholders('Hi {username}')).toEqual([]);
  });

  it('takes a placeholder in at the caret or in the place of what is marked', () => {
    expect(insertPlaceholder('Hi !', 3, 3)).toEqual({ content: 'Hi {username}!', caret: 13 });
    expect(insertPlaceholder('Hi NAME!', 3, 7)).toEqual({ content: 'Hi {username}!', caret: 13 });
  });
});
