import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, root } from './bootstrap/project.mjs';
import { createKeyFile, signFolder, verifyFile } from './page-pack/signed-file.ts';

const usage = `Usage: npm run page-pack -- COMMAND

Signs a page pack, which contains what agents know about Instagram's pages, so that a server can offer it to agents.
docs/operations.md explains each step.

  create-key KEY   create a key and write it to the file KEY, which only you can
                   read
  sign KEY FILE    check agent/pages, sign it with the key, and write it to FILE
  verify FILE      check a signed file, and show its version and its public key`;

await main((args) => {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [command, first, second, ...others] = positionals;
  if (command === 'create-key' && first !== undefined && second === undefined) {
    const publicKey = createKeyFile(first);
    console.log(
      `Wrote ${first}. Keep it away from the server, and keep a copy in a safe place.\nPublic key: ${publicKey}`,
    );
  } else if (command === 'sign' && first !== undefined && second !== undefined && others.length === 0) {
    const { version, public_key } = signFolder({ folder: join(root, 'agent', 'pages'), keyFile: first, file: second });
    console.log(`Signed version ${version} and wrote it to ${second}.\nPublic key: ${public_key}`);
  } else if (command === 'verify' && first !== undefined && second === undefined) {
    const { version, public_key } = verifyFile(first);
    console.log(`The signature of version ${version} is valid.\nPublic key: ${public_key}`);
  } else {
    throw new Failure(usage);
  }
  return Promise.resolve();
}, usage);
