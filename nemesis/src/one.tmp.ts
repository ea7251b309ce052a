import { editSources, smallPieces } from './planted/edits.ts';
import { findPlant } from './planted/plants.ts';
import { takeOverGlobals } from './time/globals.ts';
const [kind = 'embedded', seed = '1', plantName = '', verbose = ''] = process.argv.slice(2);
const plant = plantName === '' || plantName === '-' ? null : findPlant(plantName);
editSources([...smallPieces, ...(plant?.edits ?? [])]);
takeOverGlobals();
const { openGround, runHistory } = await import('./history/run.ts');
const { drawEvents } = await import('./history/drawing.ts');
const store = kind === 'postgres' ? 'postgres' : 'embedded';
const ground = await openGround(store, plant?.statements ?? []);
for (const one of seed.split(',')) {
  const o = await runHistory(ground, one, drawEvents(one, store));
  console.log(one, o.sends, o.violations);
  if (verbose !== '') console.log(o.lines.join('\n'));
}
process.exit(0);
