import { describe, expect, it } from 'vitest';
import { stubWorkers } from '../../testing/page-worker.ts';
import { usernamesInFile } from './usernames-in-file.ts';

const namesIn = async (text: string) => (await usernamesInFile(new Blob([text]))).names;

describe('the usernames in a file', () => {
  stubWorkers();

  it('come from the column that contains usernames', async () => {
    expect(await namesIn('Reason,Username\nAsked us to stop,rosa\nCompetitor,mara\n')).toEqual(['rosa', 'mara']);
    expect(await namesIn('rosa,Asked us to stop\nmara,Competitor\n')).toEqual(['rosa', 'mara']);
  });

  it('can share a line if it is the only line, or if each username begins with @', async () => {
    expect(await namesIn('rosa, mara;ben, https://www.instagram.com/ada/\n')).toEqual([
      'rosa',
      'mara;ben',
      'https://www.instagram.com/ada/',
    ]);
    expect(await namesIn('@rosa,@mara\n@ben,@ada,@tim\n')).toEqual(['@rosa', '@mara', '@ben', '@ada', '@tim']);
  });

  it('include a mistyped username in the first line, but not a column name', async () => {
    expect(await namesIn('rosa fields\nmara\nben\n')).toEqual(['rosa fields', 'mara', 'ben']);
    expect(await namesIn('Instagram handle\nmara\nben\n')).toEqual(['mara', 'ben']);
    expect(await namesIn('First name,City\nmara,Porto\nben,Lyon\n')).toEqual(['mara', 'ben']);
  });

  it('include a username in the first line even if a cell next to it looks like a column name, unless the username is a capitalized word', async () => {
    expect(await namesIn('rosa.f,Email\nmara_k,Phone\n')).toEqual(['rosa.f', 'mara_k']);
    expect(await namesIn('Creator,City\nrosa,Porto\nmara,Lyon\n')).toEqual(['rosa', 'mara']);
  });

  it('include the text of a line that can’t be read', async () => {
    expect(await namesIn('name,username\nMara,mara\n"Rosa,rosa\nBen,ben\n')).toEqual(['mara', '"Rosa,rosa', 'ben']);
  });
});
