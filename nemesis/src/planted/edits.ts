import { registerHooks } from 'node:module';

/** A replacement for a piece of the server's, the agent's or the contract's source code, in this process only. */
export type Edit = { file: string; from: string; to: string };

/** Edits that make batches tiny, so that even a handful of people fill several batches, and histories cover the boundaries between them. */
export const smallPieces: readonly Edit[] = [
  {
    file: 'campaigns/campaign-deletion.service.ts',
    from: 'const entriesPerBatch = { embedded: 300, server: 1000 };',
    to: 'const entriesPerBatch = { embedded: 1, server: 1 };',
  },
  { file: 'campaigns/campaign-export.service.ts', from: 'const batchSize = 500;', to: 'const batchSize = 4;' },
  {
    file: 'deliveries/campaign-ledger.service.ts',
    from: 'const deletedAtOnce = { embedded: 300, server: 1000 };',
    to: 'const deletedAtOnce = { embedded: 1, server: 1 };',
  },
  {
    file: 'deliveries/campaign-ledger.service.ts',
    from: 'const peoplePerBatch = { embedded: 300, server: 1000 };',
    to: 'const peoplePerBatch = { embedded: 2, server: 2 };',
  },
];

function editOf(source: string, { file, from, to }: Edit): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} has ${places} places that read: ${from}`);
  // Pass a function instead of `to`, because special patterns in a replacement string would be expanded.
  return source.replace(from, () => to);
}

/**
 * Applies edits to source files as they are loaded, without changing the files on disk. Returns a function that throws if a
 * file with an edit was never loaded. Must be called before anything is imported from the server or the agent.
 */
export function editSources(edits: readonly Edit[]): () => void {
  const left = new Set(edits);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const own = edits.filter(({ file }) => url.endsWith(`/${file}`));
      if (own.length === 0) return loaded;
      for (const edit of own) left.delete(edit);
      return { ...loaded, source: own.reduce(editOf, String(loaded.source)) };
    },
  });
  return () => {
    const [first] = left;
    if (first !== undefined) throw new Error(`${first.file} was not loaded`);
  };
}
