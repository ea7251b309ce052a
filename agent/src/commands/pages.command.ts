import { pagePackRefusalTexts } from '@sandpiper/contract/page-pack-refusals';
import type { Config } from '../platform/config.ts';
import { askAgent } from '../platform/control-channel.ts';
import type { Terminal } from '../platform/terminal.ts';
import { builtInPack } from '../sites/instagram/page/pack/built-in.pack.ts';
import { openPagePacks, type PagePacks } from '../sites/instagram/page/pack/page-packs.ts';

/** Returns the text that `sandpiper-agent pages` prints. */
export function pagesText(packs: PagePacks): string {
  const { version, refused } = packs.report();
  const lines: [label: string, text: string][] = [
    ['In use', version],
    ['Previous', packs.previous() ?? 'none'],
    ['Built in', builtInPack.version],
    ['Refused', refused === null ? 'none' : `${refused.version}. ${pagePackRefusalTexts[refused.reason]}`],
  ];
  return lines.map(([label, text]) => `${`${label}:`.padEnd(11)}${text}`).join('\n');
}

/** Goes back to the previous page pack. Returns what to tell the user. */
export async function goBackOnePack(packs: PagePacks): Promise<string> {
  const left = await packs.goBack();
  if (left === null) return 'The built-in page pack is in use, so there is nothing to go back to.';
  return `Went back from page pack ${left} to ${packs.report().version}. Messages already being sent finish with ${left}. The agent won't use ${left} again. It only accepts a newer page pack.`;
}

/** Shows the page packs, or goes back one with `--back`. A running agent does this itself, because it has the packs in memory. */
export async function pagesCommand(config: Config, terminal: Terminal): Promise<void> {
  const answer = await askAgent(config.dataDir, config.goesBack ? 'pages-back' : 'pages');
  if (answer !== null) return terminal.print(answer);
  const packs = await openPagePacks({ dataDir: config.dataDir, server: config.server ?? '', say: terminal.warn });
  terminal.print(config.goesBack ? await goBackOnePack(packs) : pagesText(packs));
}
