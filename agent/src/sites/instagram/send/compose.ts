import { typedText } from '../page/page-script/elements.script.ts';
import { chatWith } from '../page/page.view.ts';
import { click, isFocused, withKeys } from '../page/pointer.ts';
import { pollPage } from '../page/navigation.ts';
import { failed } from '../report.ts';
import type { SiteContext } from '../site.context.ts';
import type { Attempt } from './message.attempt.ts';

async function emptyComposer(site: SiteContext): Promise<void> {
  await site.page.selectAll();
  await site.page.press('Backspace');
}

/**
 * Types the text into the composer, replacing any other content. Repeats this until the composer has had focus and contained exactly this
 * text for `steadyMs`, and throws if that takes too long. If the text was complete before and the composer is now empty, leaves it empty,
 * because the user may have sent the text.
 */
export async function compose(site: SiteContext, attempt: Attempt, steadyMs: number): Promise<void> {
  const { handle, text } = attempt;
  const composer = { kind: 'composer', handle } as const;
  let typed = 0;
  let readySince = 0;
  const done = await pollPage(
    site,
    async (view) => {
      const standing = chatWith(view, handle)?.composer ?? null;
      if (standing === null) return null;
      if (attempt.wasTyped && standing.trim() === '') return true;
      const isExact = typedText(standing) === typedText(text);
      attempt.wasTyped ||= isExact;
      if (isExact && (await isFocused(site, composer))) {
        if (readySince === 0) readySince = performance.now();
        return performance.now() - readySince >= steadyMs ? true : null;
      }
      readySince = 0;
      // Click into the composer, because an editor that only a script has focused may have no caret.
      if ((await click(site, composer)) !== 'done' || isExact || typed >= 6) return null;
      const touch = await withKeys(site, composer, async () => {
        if (standing !== '') await emptyComposer(site);
        await site.page.type(text.replace(/\r\n?/gu, '\n').trim());
      });
      // If all key presses were lost, don't count the attempt. Firefox drops key presses just after a page opens.
      if (touch === 'done' || touch === 'strayed') typed += 1;
      return null;
    },
    { timeoutMs: site.timing.stepMs + text.length * 50 },
  );
  if (done === null) throw failed('text_not_accepted');
}

/** Deletes text that wasn't sent, if the page allows it. */
export async function discardDraft(site: SiteContext, handle: string): Promise<void> {
  const composer = { kind: 'composer', handle } as const;
  if (!(await isFocused(site, composer))) await click(site, composer);
  if (await isFocused(site, composer)) await withKeys(site, composer, () => emptyComposer(site));
}
