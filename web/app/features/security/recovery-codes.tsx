import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { saveText } from '../../platform/save-file.tsx';
import { toast } from '../../platform/toasts.tsx';
import { useCopy } from '../../platform/use-copy.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import css from './security.module.css';
import { twoFactorTexts } from './two-factor.texts.ts';

const texts = twoFactorTexts.recovery;

/** Asks for confirmation before the user leaves the page without the new recovery codes, which are shown or about to be shown. */
export function LeaveCodesQuestion() {
  return <LeaveQuestion title={texts.leaveTitle} text={texts.leaveText} confirm={texts.leave} />;
}

/** Shows new recovery codes until the user confirms that the codes are saved, because they can't be displayed again later. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { isCopied, copy } = useCopy();
  const lines = `${codes.join('\n')}\n`;
  async function copyAll(): Promise<void> {
    if (!(await copy(lines))) toast.error(texts.copyFailed);
  }
  return (
    <Dialog isOpen closeOnEscape={false} withCloseButton={false} title={texts.title} onClose={onClose}>
      <Stack>
        <Text size="sm">{texts.explanation}</Text>
        <ul className={css['codes']} aria-label={texts.title}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copyAll()}
          >
            {isCopied ? texts.copied : texts.copy}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText(texts.file(lines), texts.fileName)}
          >
            {texts.download}
          </Button>
        </Group>
        <DialogActions>
          <Button onClick={onClose}>{texts.done}</Button>
        </DialogActions>
        <LeaveCodesQuestion />
      </Stack>
    </Dialog>
  );
}
