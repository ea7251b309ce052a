import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importsApi } from './imports.ts';
import {
  cleanVariableValue,
  usernameVariableRule,
  valueOfVariable,
  variableNameOf,
  variableNameProblem,
  variableNameRule,
  variableNamesOf,
} from './list-variables.ts';

describe('a variable’s name', () => {
  it('consists of lowercase letters, digits and underscores, and cannot be “username”', () => {
    for (const name of ['a', 'first_name', 'a1', 'x'.repeat(30)]) assert.equal(variableNameProblem(name), null, name);
    for (const name of ['', '1a', '_a', 'First', 'first name', 'straße', 'x'.repeat(31), 'a\n', 'username'])
      assert.notEqual(variableNameProblem(name), null, name);
  });

  it('is refused by an import if it is invalid, and the error states the broken rule', () => {
    const { body } = importsApi['POST /api/imports'];
    const problemOf = (name: string) =>
      body.safeParse({ list_id: 1, file_name: 'people.csv', variables: [name] }).error?.issues[0]?.message;
    assert.equal(problemOf('first_name'), undefined);
    assert.equal(problemOf('First name'), variableNameRule);
    assert.equal(problemOf('username'), usernameVariableRule);
  });

  it('is derived from a column header, unless the header has no usable letters or means the username', () => {
    const names: Record<string, string | null> = {
      'First name': 'first_name',
      'Vorname (kurz)': 'vorname_kurz',
      ' E-Mail ': 'e_mail',
      Größe: 'grosse',
      Straße: 'strasse',
      Prénom: 'prenom',
      '2. Name': 'name',
      '2024': null,
      名前: null,
      '': null,
      Username: null,
      // Valid names stay as they are.
      a__b: 'a__b',
      a_: 'a_',
    };
    for (const [header, name] of Object.entries(names)) assert.equal(variableNameOf(header), name, header);
    assert.equal(variableNameOf(`${'a'.repeat(29)} b`), 'a'.repeat(29));
    assert.equal(variableNameOf('b'.repeat(1_000_000)), 'b'.repeat(30));
  });

  it('is valid, and different for every column', () => {
    const long = 'x'.repeat(40);
    const names = variableNamesOf(['City', 'city', '名前', 'Username', 'CITY', 'city 2', long, long]);
    assert.deepEqual(names, [
      'city_2',
      'city',
      'column_3',
      'column_4',
      'city_3',
      'city_2_2',
      'x'.repeat(30),
      `${'x'.repeat(28)}_2`,
    ]);
    for (const name of names) assert.equal(variableNameProblem(name), null, name);
  });

  it('is the header itself if the header is a valid name, whatever the columns before it are called', () => {
    assert.deepEqual(variableNamesOf(['', '', 'column_2', 'a b', 'a__b', 'a_b', 'a_b']), [
      'column_1',
      'column_2_2',
      'column_2',
      'a_b_2',
      'a__b',
      'a_b',
      'a_b_3',
    ]);
  });
});

describe('a value', () => {
  it('is missing if the person has none, even for a variable called “constructor”', () => {
    assert.equal(valueOfVariable({ city: 'Bern' }, 'city'), 'Bern');
    assert.equal(valueOfVariable({ city: 'Bern' }, 'constructor'), undefined);
  });

  it('becomes one line without control characters or invisible marks', () => {
    assert.equal(cleanVariableValue('  Ana\r\n\tMaria \u00a0 Lopez\u0000\u0007 '), 'Ana Maria Lopez');
    assert.equal(cleanVariableValue('\u202eAna\u2066\u200b\ufeff'), 'Ana');
    assert.equal(cleanVariableValue('A\ud800'), 'A\ufffd');
    assert.equal(cleanVariableValue('A\ue000na\ue007\ue05d'), 'Ana');
    assert.equal(cleanVariableValue('Jose\u0301'), 'José');
    assert.equal(cleanVariableValue('a \u0000 b'), 'a b');
    assert.equal(cleanVariableValue(' \n\u200b '), '');
  });

  it('keeps emoji and all scripts intact', () => {
    for (const value of ['👩‍👩‍👧', 'नमस्ते', 'می‌خواهم', '❤️', 'שלום'])
      assert.equal(cleanVariableValue(value), value.normalize('NFC'));
  });
});
