import { diagnosticReportMaxLength } from '@sandpiper/contract/limits';
import { agentVersion } from '../../../version.ts';
import type { SitePage } from '../page/page.view.ts';
import { linesOf, structureSchema } from './page-structure.ts';

/** Returns as many lines as fit into `most` characters. If some lines don't fit, the last line says how many were left out. */
function fitting(lines: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > most) {
      const left = lines.length - kept.length;
      return [...kept, `… ${left} more ${left === 1 ? 'line' : 'lines'}`];
    }
    kept.push(line);
  }
  return kept;
}

/** Writes a report that the owner can send to support: the versions in use, what is missing from the page, and the page's structure. */
export async function diagnosticReport({ page, pack }: SitePage, missing: string): Promise<string> {
  const { head, tree } = linesOf(structureSchema.parse(await page.read(pack.script.structure)));
  const lines = [
    'Sandpiper diagnostic report',
    `Created: ${new Date().toISOString()}`,
    `Problem: ${missing}`,
    `Agent: ${agentVersion}`,
    `Page pack: ${pack.version}`,
    ...head,
    '',
    'Each line is an element: depth, kind, width x height, attributes',
  ];
  return [...lines, ...fitting(tree, diagnosticReportMaxLength - lines.join('\n').length - 100)].join('\n');
}
