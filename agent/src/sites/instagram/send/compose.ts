import { typedText } from '../page/page-script/elements.script.ts';
import { chatWith } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { stepThrough } from '../page/visiting.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import type { Attempt } from './attempt.ts';

async function emptyComposer(site: SiteContext): Promise<void> {
  await site.page.selectAll();
  await site.page.press('Backspace');
}

/**
 * Puts the text into the composer, removing whatever was in there, until it stands there exactly, with the caret in it and no
 * prompt over it, for `steadyMs`. Where the text has stood before, a composer found empty stays so: its user may have sent it.
 */
export async function compose(site: SiteContext, attempt: Attempt, steadyMs: number): Promise<void> {
  const { handle, text } = attempt;
  const composer = { kind: 'composer', handle } as const;
  let typed = 0;
  let readySince = 0;
  const done = await stepThrough(
    site,
    async (view) => {
      const standing = chatWith(view, handle)?.composer ?? null;
      if (standing === null) return null;
      if (attempt.hasStood && standing.trim() === '') return true;
      const isExact = typedText(standing) === typedText(text);
      attempt.hasStood ||= isExact;
      if (isExact && (await isFocused(site.page, composer))) {
        if (readySince === 0) readySince = performance.now();
        return performance.now() - readySince >= steadyMs ? true : null;
      }
      readySince = 0;
      // The focus alone is not enough: an editor that was focused by a script may have no place for the caret.
      if ((await click(site.page, composer)) !== 'done' || isExact || typed >= 6) return null;
      const touch = await withKeys(site.page, composer, async () => {
        if (standing !== '') await emptyComposer(site);
        await site.page.type(text.replace(/\r\n?/gu, '\n').trim());
      });
      // Firefox drops keys in the first moments of a page. Those tries do not count.
      if (touch === 'done' || touch === 'strayed') typed += 1;
      return null;
    },
    { timeoutMs: site.timing.stepMs + text.length * 50 },
  );
  if (done === null) throw failed('text_not_accepted');
}

/** Takes an unsent text out again, as far as the page lets us. */
export async function discardDraft(site: SiteContext, handle: string): Promise<void> {
  const composer = { kind: 'composer', handle } as const;
  if (!(await isFocused(site.page, composer))) await click(site.page, composer);
  if (await isFocused(site.page, composer)) await withKeys(site.page, composer, () => emptyComposer(site));
}
