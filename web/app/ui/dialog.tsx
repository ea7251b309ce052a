import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './use-focus-return.ts';

type DialogProps = Pick<ModalProps, 'title' | 'size' | 'children' | 'onClose' | 'onExitTransitionEnd'> & {
  isOpen: boolean;
};

/** A window over the screen: Escape closes it, a stray click beside it does not; focus goes in and comes back. */
export function Dialog({ isOpen, ...modal }: DialogProps) {
  const root = useFocusReturn(isOpen);
  return (
    <Modal
      ref={root}
      returnFocus={false}
      opened={isOpen}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...modal}
    />
  );
}
