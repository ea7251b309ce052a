import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../programs.ts';

/**
 * Creates a self-signed certificate. Returns it in two forms: as a PKCS#12 file in base64, for signing, and as the path to a PEM file, for
 * verifying signatures.
 */
export async function makeCertificate(
  folder: string,
  password: string,
): Promise<{ certificate: string; file: string }> {
  const key = join(folder, 'test-key.pem');
  const file = join(folder, 'test-certificate.pem');
  const both = join(folder, 'test-certificate.p12');
  const extensions = ['-addext', 'extendedKeyUsage=codeSigning', '-addext', 'basicConstraints=critical,CA:TRUE'];
  const subject = ['-subj', '/CN=Sandpiper test', '-days', '2'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...subject,
    ...extensions,
    '-keyout',
    key,
    '-out',
    file,
  ]);
  await run('openssl', ['pkcs12', '-export', '-inkey', key, '-in', file, '-passout', `pass:${password}`, '-out', both]);
  return { certificate: (await readFile(both)).toString('base64'), file };
}
