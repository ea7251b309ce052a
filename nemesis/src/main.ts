import { readJob } from './arguments.ts';
import { editSources, smallPieces } from './planted/edits.ts';
import { findPlant, plants } from './planted/plants.ts';
import { takeOverGlobals } from './time/globals.ts';

/* Runs histories in this process, then prints the result as one line of JSON. */

const job = readJob(process.argv.slice(2));
if (job.isListWanted) {
  console.log(JSON.stringify({ nemesis: { plants: plants.map(({ name, stores }) => ({ name, stores })) } }));
  process.exit(0);
}
const plant = job.planted === null ? null : findPlant(job.planted);
const requireEdits = editSources([...smallPieces, ...(plant?.edits ?? [])]);
takeOverGlobals();
// Load the server and the agent only now, so that the edits and the new globals apply to them.
const { runJob } = await import('./job.ts');
requireEdits();
const result = await runJob(job, plant);
const said = `${JSON.stringify({ nemesis: result })}\n`;
// Exit only after all output has been written, even if it goes to a pipe.
process.stdout.write(said, () => process.exit(plant === null && result.failed.length > 0 ? 1 : 0));
