import { parseArgs } from 'node:util';
import { ApiError } from '@sandpiper/contract/client';
import { clientOf, signIn } from '@sandpiper/testkit/people';
import { freePort } from '@sandpiper/testkit/ports';
import { startProgram, type Program } from '@sandpiper/testkit/program';
import { Failure, main, pinnedNode, root } from './bootstrap/project.mjs';
import { addSample, describeSample } from './seed/sample.ts';
import { user } from './seed/sample-data.ts';

/** The length of the sample user's trial, in days: 100 years, so that it practically never ends. */
const trialDays = '36500';

/** Starts the server with short delays. Uses a free port, so that nobody else uses the server while the data is added. */
async function startServer(): Promise<{ program: Program; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram('server', {
    command: pinnedNode,
    args: ['server/src/main.ts'],
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      SANDBOX: '1',
      REGISTRATION: 'open',
      // Turns email off, because links in emails would lead to this temporary server.
      SMTP_URL: '',
      TRIAL_DAYS: trialDays,
      LOG_LEVEL: 'warn',
    },
  });
  try {
    await program.waitFor(/ready at/);
  } catch {
    throw new Failure(
      `${program.output().trimEnd()}\nThe server didn't start: see above. If another server is already running with this data, stop it first.`,
    );
  }
  return { program, url };
}

async function register(url: string): Promise<void> {
  try {
    await clientOf(url)('POST /api/auth/register', { body: user });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    throw new Failure(
      error.code === 'name_taken'
        ? `The sample data is already there, or the name "${user.username}" is taken.`
        : `Couldn't create the user "${user.username}": ${error.message}`,
    );
  }
}

/**
 * Returns the box with the administrator's password from the server's output, or an empty string if this isn't the server's first start.
 */
function adminNotice(output: string): string {
  const box = /^┌[^]*?^└.*$/m.exec(output)?.[0];
  return box === undefined ? '' : `On its first start, the server created the administrator:\n\n${box}\n`;
}

const usage = `Usage: npm run seed

Adds permanent sample data to the server's database. Stop the server first. Set DATA_DIR or DATABASE_URL to choose the database.`;

await main(async (args) => {
  parseArgs({ args });
  const { program, url } = await startServer();
  try {
    // Print the password first. Otherwise, if the next steps failed, nobody would ever see it.
    process.stdout.write(adminNotice(program.output()));
    await register(url);
    console.log('Adding sample data. This takes about half a minute…');
    const person = await signIn(url, user);
    await addSample(url, person);
    const lines = (await describeSample(person.call)).map((line) => `  ${line}`).join('\n');
    console.log(
      `\nAdded:\n${lines}\n\nStart the server (npm start) and sign in as ${user.username} / ${user.password}.`,
    );
  } finally {
    await program.stop();
  }
}, usage);
