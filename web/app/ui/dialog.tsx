import { Fieldset, Group, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { uiTexts } from './ui.texts.ts';
import { useOpenDialog } from './use-open-dialog.ts';

type ModalProp =
  | 'title'
  | 'size'
  | 'children'
  | 'closeOnEscape'
  | 'withCloseButton'
  | 'onClose'
  | 'onExitTransitionEnd';
type DialogProps = Pick<ModalProps, ModalProp> & { isOpen: boolean };

/**
 * A modal dialog. While it is the top dialog, it closes on Escape unless `closeOnEscape` is false. It doesn't close on a click outside. When
 * the dialog closes, focus returns to the element that had focus before.
 */
export function Dialog({ isOpen, closeOnEscape = true, ...modal }: DialogProps) {
  const open = useOpenDialog({ isOpen, onEscape: closeOnEscape ? modal.onClose : () => undefined });
  return (
    <Modal
      opened={isOpen}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      {...modal}
      {...open}
    />
  );
}

/**
 * A dialog's fields. While they are being saved, they are disabled, because the dialog closes afterward and would lose anything typed in
 * the meantime.
 */
export function DialogFields({ isSaving, children }: { isSaving: boolean; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" disabled={isSaving}>
      {children}
    </Fieldset>
  );
}

/**
 * A dialog's buttons, which stay visible while the dialog's content scrolls. The main button comes last in a row, or first if the buttons
 * don't fit in one row.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" wrap="wrap-reverse" className={css['actions'] ?? ''}>
      {children}
    </Group>
  );
}
