import { describe, expect, it } from 'vitest';
import { fixPlaceholder, insertPlaceholder, notesOn, variablesOfLists, type Edit } from './placeholders.ts';

/** Returns the edited text, with the selection in square brackets. */
function after(content: string, { at, text, selection: [start, end] }: Edit): string {
  const edited = content.slice(0, at[0]) + text + content.slice(at[1]);
  return `${edited.slice(0, start)}[${edited.slice(start, end)}]${edited.slice(end)}`;
}

describe('a template’s text', () => {
  it('gets a placeholder at the caret or in place of the selected text', () => {
    const username = { name: 'username', hasFallback: true };
    expect(after('Hi !', insertPlaceholder([3, 3], username))).toBe('Hi {username}[]!');
    expect(after('Hi NAME!', insertPlaceholder([3, 7], username))).toBe('Hi {username}[]!');
  });

  it('has the caret where an inserted placeholder’s fallback goes, or after the placeholder if it has none', () => {
    const city = { name: 'city', hasFallback: true };
    expect(after('In !', insertPlaceholder([3, 3], city))).toBe('In {city|[]}!');
    expect(after('In !', insertPlaceholder([3, 3], { ...city, hasFallback: false }))).toBe('In {city}[]!');
  });

  it.each([
    ['Hi {Username}[! Bye] {Username}.', '{Username}', 'username', 'Hi {username}[! Bye] {username}.'],
    ['{First name|you}, hello[] all', '{First name|you}', 'first_name', '{first_name|you}, hello[] all'],
    ['{{ CITY }} is[ nice]', '{{ CITY }}', 'city', '{{ city }} is[ nice]'],
  ])('can have a placeholder’s name fixed everywhere, and the same text stays selected (%s)', (...example) => {
    const [before, written, meant, fixed] = example;
    const content = before.replaceAll(/[[\]]/g, '');
    const selection = [before.indexOf('['), before.indexOf(']') - 1] as const;
    expect(after(content, fixPlaceholder(content, { written, meant }, selection))).toBe(fixed);
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
  it('are each listed once, most common first', () => {
    const lists = [{ variables: ['city', 'shop'] }, { variables: [] }, { variables: ['shop'] }];
    expect(variablesOfLists(lists)).toEqual(['shop', 'city']);
  });
});
