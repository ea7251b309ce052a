import { describe, expect, it } from 'vitest';
import { insertPlaceholder, notesOn, variablesOfLists } from './placeholders.ts';

describe('a template’s text', () => {
  it('gets a placeholder at the caret or in place of the selected text', () => {
    const username = { name: 'username', hasFallback: true };
    expect(insertPlaceholder('Hi !', [3, 3], username)).toEqual({ content: 'Hi {username}!', caret: 13 });
    expect(insertPlaceholder('Hi NAME!', [3, 7], username)).toEqual({ content: 'Hi {username}!', caret: 13 });
  });

  it('has the caret where the fallback goes after a placeholder is inserted', () => {
    const city = { name: 'city', hasFallback: true };
    const { content, caret } = insertPlaceholder('In !', [3, 3], city);
    expect(`${content.slice(0, caret)}here${content.slice(caret)}`).toBe('In {city|here}!');
    expect(insertPlaceholder('In !', [3, 3], { ...city, hasFallback: false }).content).toBe('In {city}!');
  });

  it('is checked for unknown, required and unfinished placeholders', () => {
    const content = 'Hi {username} {first_name} {first_name|you} {city|} {First name} {shop} {shop}';
    expect(notesOn(content, ['first_name', 'city'])).toEqual({
      unknown: [
        { written: '{First name}', meant: 'first_name' },
        { written: '{shop}', meant: null },
      ],
      required: ['first_name'],
      unfinished: ['{city|}'],
    });
  });
});

describe('the variables of all lists', () => {
  it('are listed once each, starting with those that most lists have', () => {
    const lists = [{ variables: ['city', 'shop'] }, { variables: [] }, { variables: ['shop'] }];
    expect(variablesOfLists(lists)).toEqual(['shop', 'city']);
  });
});
