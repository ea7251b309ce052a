import { registerHooks } from 'node:module';

/** A text in a source file of the server, the agent or the contract that is another one in this process. */
export type Edit = { file: string; from: string; to: string };

/** What is cut into pieces for a hundred thousand people is cut for a handful, so that histories meet the seams. */
export const smallPieces: readonly Edit[] = [
  { file: 'campaigns/campaign-targets.store.ts', from: 'const batchSize = 1000;', to: 'const batchSize = 1;' },
  { file: 'deliveries/deletion.store.ts', from: 'const batchSize = 1000;', to: 'const batchSize = 1;' },
  { file: 'campaigns/campaign-export.service.ts', from: 'const batchSize = 500;', to: 'const batchSize = 4;' },
  { file: 'deliveries/campaign-ledger.service.ts', from: 'const batchSize = 1000;', to: 'const batchSize = 2;' },
];

function editOf(source: string, { file, from, to }: Edit): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} has ${places} places that read: ${from}`);
  // As it is written, whatever stands for something in a replacement.
  return source.replace(from, () => to);
}

/**
 * Changes sources as they are loaded; the files stay as they are. Answers a function that throws when a file with an edit was
 * never loaded. To be called before anything of the server or the agent is imported.
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
