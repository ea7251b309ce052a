import { messageOf } from '../src/platform/errors.ts';
import { signFile } from './signing.ts';

const [certificate = '', password = '', timestampUrl = '', file = ''] = process.argv.slice(2);
try {
  await signFile(file, certificate, password, timestampUrl);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
