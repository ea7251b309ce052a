import { Box, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { CanceledError, failureReason, failureText } from './failure.ts';
import { platformTexts } from './platform.texts.ts';
import { readToken } from './token-store.ts';

/** How long each kind of toast stays on screen, in milliseconds. */
export const toastMs = {
  default: 4000,
  success: 3000,
  error: 5000,
  sessionSuccess: 2000,
  sessionError: 4000,
  conflict: 6000,
  undo: 8000,
} as const;

type Tone = { color: string; icon: ReactNode; ms: number };

const tones = {
  success: { color: 'green', icon: <IconCheck size={18} />, ms: toastMs.success },
  error: { color: 'red', icon: <IconX size={18} />, ms: toastMs.error },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} />, ms: toastMs.default },
  info: { color: 'blue', icon: <IconInfoCircle size={18} />, ms: toastMs.default },
} satisfies Record<string, Tone>;

type ToastOptions = { ms?: number; detail?: string | undefined };
type Undo = {
  /** Can return a text that says what couldn't be undone. Otherwise, the toast says “Undone”. */
  undo: () => Promise<unknown>;
  /** Called after the undo has succeeded or failed. */
  refresh: () => Promise<unknown>;
};

const lookOf = ({ color, icon }: Tone) => ({
  color,
  icon,
  closeButtonProps: { 'aria-label': platformTexts.dismiss },
});

/**
 * The ID of each toast on screen and how often it was shown, by text. Toasts with a spinner or an undo button are left out. Showing the
 * same text again updates the existing toast instead of adding another toast.
 */
const shownAs = new Map<string, { id: string; times: number }>();

function show(tone: Tone, text: string, { ms, detail }: ToastOptions = {}): void {
  const { id, times } = shownAs.get(text) ?? { id: `toast-${text}`, times: 0 };
  const content = {
    ...lookOf(tone),
    id,
    ...(detail === undefined ? { title: undefined, message: text } : { title: text, message: detail }),
    // Add one millisecond every other time, because Mantine restarts the timer only if this value changes.
    autoClose: (ms ?? tone.ms) + (times % 2),
    onClose: () => shownAs.delete(text),
  };
  if (times === 0) notifications.show(content);
  else notifications.update(content);
  shownAs.set(text, { id, times: times + 1 });
}

let undoables = 0;

/**
 * Shows a new toast each time, because each toast undoes a different action. If the user has signed out by the time the undo ends, nothing is
 * shown.
 */
function showUndoable(text: string, undo: Undo): void {
  undoables += 1;
  const id = `undo-${undoables}`;
  const message = <Undoable id={id} text={text} undo={undo} />;
  notifications.show({ ...lookOf(tones.success), id, message, autoClose: toastMs.undo });
}

function Undoable({ id, text, undo: { undo, refresh } }: { id: string; text: string; undo: Undo }) {
  // While the toast fades out, its button still has focus and can be pressed.
  const isUsed = useRef(false);
  const takeBack = async (): Promise<void> => {
    if (isUsed.current) return;
    isUsed.current = true;
    const token = readToken();
    notifications.hide(id);
    try {
      const said = await undo();
      if (token !== readToken()) return;
      if (typeof said === 'string') show(tones.warning, said, { ms: toastMs.undo });
      else show(tones.success, platformTexts.undone);
    } catch (error) {
      if (token !== readToken()) return;
      toast.failureOf(platformTexts.undoFailed, error);
    }
    await refresh();
  };
  return (
    <Group justify="space-between" gap="xs">
      <Box flex="1 1 8rem">{text}</Box>
      <Button size="compact-sm" variant="light" flex="none" onClick={() => void takeBack()}>
        {platformTexts.undo}
      </Button>
    </Group>
  );
}

/** A toast with a spinner, which stays until the work is done or the user closes it. */
export type LoadingToast = {
  say: (message: ReactNode) => void;
  succeed: (text: string) => void;
  fail: (text: string, options?: ToastOptions) => void;
  dismiss: () => void;
};

function loading(message: ReactNode): LoadingToast {
  const id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: true });
  const end = () => notifications.hide(id);
  return {
    say: (next) => notifications.update({ id, message: next, loading: true, autoClose: false }),
    succeed: (text) => {
      end();
      show(tones.success, text);
    },
    fail: (text, options) => {
      end();
      show(tones.error, text, options);
    },
    dismiss: end,
  };
}

export const toast = {
  success: (text: string, options?: ToastOptions) => show(tones.success, text, options),
  error: (text: string, options?: ToastOptions) => show(tones.error, text, options),
  /** Shows a success toast with an undo button. If the undo won't restore everything, `text` must say so. */
  undoable: showUndoable,
  warning: (text: string, options?: ToastOptions) => show(tones.warning, text, options),
  info: (text: string, options?: ToastOptions) => show(tones.info, text, options),
  loading,
  clear: () => {
    notifications.clean();
    shownAs.clear();
  },
  /** Shows the server's error message or, if there is none, `fallback` and the reason. Shows nothing if the user canceled. */
  failure: (error: unknown, fallback: string, options?: ToastOptions) => {
    if (error instanceof CanceledError) return;
    const text = failureText(error, fallback);
    show(tones.error, text, text === fallback ? { ...options, detail: failureReason(error) } : options);
  },
  /** Shows `text` with the error's message below it. Shows nothing if the user canceled. */
  failureOf: (text: string, error: unknown, options?: ToastOptions) => {
    if (error instanceof CanceledError) return;
    show(tones.error, text, { ...options, detail: failureReason(error) });
  },
};
