import { Button, Group, Text } from '@mantine/core';
import type { Import } from '@sandpiper/contract/imports';
import { LinkButton } from '../../../ui/link-button.tsx';
import { exactTimeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { UndoButton } from '../history/undo-button.tsx';
import css from './review.module.css';
import { reviewTexts } from './review.texts.ts';

const { ended: texts } = reviewTexts;

function titleOf({ status, added, removed }: Import): string {
  if (status === 'failed') return texts.failed;
  if (status === 'undone') return texts.undone(removed);
  return status === 'stopped' ? texts.stopped(added) : texts.done(added);
}

type EndedStepProps = {
  of: Import;
  /** The list's page, or the page that the user came from. */
  returnPath: string;
  onMore: () => void;
};

/** The last step, which shows what the import did. */
export function EndedStep({ of, returnPath, onMore }: EndedStepProps) {
  const facts = [
    [of.status === 'undone' ? 0 : of.updated, texts.updated],
    [of.kept, texts.kept],
    [of.restored, texts.restored],
  ] as const;
  return (
    <section className={css['progress']} aria-label={titleOf(of)}>
      <h2 className={css['title']}>{titleOf(of)}</h2>
      {of.removed > 0 && <Text>{texts.onlyKnown}</Text>}
      {facts.map(([count, text]) => count > 0 && <Text key={text(0)}>{text(count)}</Text>)}
      {of.undo_until !== null && (
        <Text size="sm" c="dimmed" component="div">
          <RichText text={texts.undoUntil} tags={{ time: exactTimeAt(of.undo_until) }} />
        </Text>
      )}
      <Group gap="xs">
        <LinkButton to={returnPath}>{returnPath.startsWith('/lists/') ? texts.toList : texts.continue}</LinkButton>
        <Button variant="default" onClick={onMore}>
          {texts.more}
        </Button>
        <UndoButton of={of} />
      </Group>
    </section>
  );
}
