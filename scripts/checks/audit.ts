import { z } from 'zod';
import { root } from '../bootstrap/project.mjs';
import { capture } from '../system/processes.ts';
import type { Outcome } from './tools.ts';

/** Known vulnerabilities that can't do any harm in this project, by advisory ID. Each value is the reason. */
export const accepted: ReadonlyMap<string, string> = new Map<string, string>([]);

const advisory = z.object({ title: z.string(), url: z.string(), severity: z.string(), name: z.string() });
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

/**
 * Returns the vulnerabilities in an `npm audit --json` report, except the accepted ones. Returns null if the text isn't such a report, for
 * example because the registry didn't answer.
 */
export function openAdvisories(report: string, isAccepted: (id: string) => boolean): string[] | null {
  const parsed = reportSchema.safeParse(parse(report));
  if (!parsed.success) return null;
  const found = Object.values(parsed.data.vulnerabilities).flatMap(({ via }) => via);
  const open = found.flatMap((each) => (typeof each === 'string' || isAccepted(idOf(each.url)) ? [] : [each]));
  return [...new Set(open.map(({ name, severity, title, url }) => `${name} (${severity}): ${title}. ${url}`))];
}

function idOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Asks the registry for known vulnerabilities in the packages that are shipped. Many registries don't answer, in which case the check
 * passes with a note.
 */
export async function checkVulnerabilities(): Promise<Outcome> {
  const args = ['audit', '--omit=dev', '--json', '--audit=true', '--fetch-retries=0'];
  const shell = process.platform === 'win32';
  const { stdout } = await capture('npm', args, { cwd: root, env: process.env, shell, timeoutMs: 30_000 });
  const open = openAdvisories(stdout, (id) => accepted.has(id));
  if (open === null) return { passed: true, output: '', note: 'not checked: the registry did not answer npm audit' };
  return {
    passed: open.length === 0,
    output: [
      ...open,
      "Update these packages. If a vulnerability can't do any harm here, list it in scripts/checks/audit.ts with the reason.",
    ].join('\n'),
  };
}
