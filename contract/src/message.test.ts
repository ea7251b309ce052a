import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasLink,
  likelyVariable,
  namedVariables,
  parseMessage,
  renderMessage,
  unknownPlaceholders,
  variablesOf,
} from './message.ts';

const variables = ['first_name', 'city'];
const render = (content: string, values: Record<string, string>) =>
  renderMessage(parseMessage(content, variables), values);

describe('a message', () => {
  it('fills in the username and the variables of the list, and leaves other words in braces as written', () => {
    const { text, missing } = render('Hi {first_name} ({username}) from {city}, {toString} {other}', {
      username: 'ana',
      first_name: 'Ana',
      city: 'Bern',
      other: 'x',
      toString: 'x',
    });
    assert.equal(text, 'Hi Ana (ana) from Bern, {toString} {other}');
    assert.deepEqual(missing, []);
  });

  it('uses the fallback if the value is missing or blank', () => {
    for (const values of [{}, { first_name: '' }, { first_name: ' ' }])
      assert.deepEqual(render('Hi {first_name|there}!', values), { text: 'Hi there!', missing: [] });
    assert.equal(render('Hi {first_name|there}!', { first_name: 'Ana' }).text, 'Hi Ana!');
  });

  it('lists each missing variable once, and never replaces it with a blank', () => {
    const { text, missing } = render('{city}: {first_name} {first_name} {city|your town}', {});
    assert.deepEqual(missing, ['city', 'first_name']);
    assert.equal(text, '{city}: {first_name} {first_name} your town');
    assert.deepEqual(render('Hi {first_name| }', {}).missing, ['first_name']);
    assert.deepEqual(render('Hi {first_name|}', {}).missing, ['first_name']);
  });

  it('is rendered as the agent types it, without the spaces and line breaks around it', () => {
    assert.equal(render('\n Hi {first_name},\r\n\r\nbye \r\n', { first_name: 'Ana' }).text, 'Hi Ana,\n\nbye');
    assert.equal(render(' {first_name}\n', {}).text, '{first_name}');
  });

  it('leaves braces within a value as they are', () => {
    const text = render('{first_name} {city}', { first_name: '{city}', city: '{username}', username: 'ana' }).text;
    assert.equal(text, '{city} {username}');
  });

  it('accepts double braces, and spaces within braces, as other tools do', () => {
    const values = { username: 'ana', first_name: 'Ana' };
    assert.equal(render('{{first_name}} { username } {{ city | here }}', values).text, 'Ana ana here');
    assert.equal(render('{city|a|b}', values).text, 'a|b');
  });

  it('keeps braces that are not part of a placeholder', () => {
    for (const content of ['{', '}', '{}', '{{}}', '{ }', '{first\nname}', '{|x}', '{city', 'city}', '{First_name}'])
      assert.deepEqual(render(content, { city: 'Bern' }), { text: content, missing: [] });
    assert.equal(render('{{{city}}}', { city: 'Bern' }).text, '{Bern}');
  });

  it('names the list’s variables that it uses, and all words in its braces that could be variables', () => {
    assert.deepEqual(variablesOf(parseMessage('{username} {city} {city|x} {shop}', variables)), ['city']);
    assert.deepEqual(namedVariables('{username} {shop|x} {city} {City} {shop}'), ['shop', 'city']);
  });

  it('is parsed in linear time, even with many braces', () => {
    const content = '{'.repeat(100_000) + '{a|'.repeat(100_000);
    assert.equal(render(content, {}).text, content);
  });
});

describe('a placeholder that is not filled in', () => {
  it('is listed once, as written', () => {
    const content = 'Hi {username}, {first name} {User-Name} { username } {{x}} {x} {x} {} {city|x} {shop|x}';
    assert.deepEqual(unknownPlaceholders(content, ['city']), [
      '{first name}',
      '{User-Name}',
      '{{x}}',
      '{x}',
      '{}',
      '{shop|x}',
    ]);
  });

  it('is matched with the variable that the user probably meant', () => {
    assert.equal(likelyVariable('{First name}', variables), 'first_name');
    assert.equal(likelyVariable('{firstname|you}', variables), 'first_name');
    assert.equal(likelyVariable('{User-Name}', variables), 'username');
    assert.equal(likelyVariable('{Username}', variables), 'username');
    assert.equal(likelyVariable('{shop}', variables), null);
    assert.equal(likelyVariable('{}', variables), null);
  });
});

describe('a link', () => {
  it('can be in a fallback, but a placeholder itself is not a link', () => {
    assert.equal(hasLink('Hi {first_name}'), false);
    assert.equal(hasLink('Hi {city|example.com}'), true);
  });
});
