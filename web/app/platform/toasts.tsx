import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failureReason, failureText } from './failure.ts';
import { platformTexts } from './platform.texts.ts';

/** How long toasts stay, in milliseconds. */
export const toastMs = {
  default: 4000,
  success: 3000,
  error: 5000,
  sessionSuccess: 2000,
  sessionError: 4000,
  conflict: 6000,
} as const;

type Tone = { color: string; icon: ReactNode; ms: number };

const tones = {
  success: { color: 'green', icon: <IconCheck size={18} />, ms: toastMs.success },
  error: { color: 'red', icon: <IconX size={18} />, ms: toastMs.error },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} />, ms: toastMs.default },
  info: { color: 'blue', icon: <IconInfoCircle size={18} />, ms: toastMs.default },
} satisfies Record<string, Tone>;

type ToastOptions = { ms?: number; detail?: string | undefined };

/** The toast that last showed a text. A repeated text replaces it instead of piling up. */
const shownAs = new Map<string, string>();

function show(tone: Tone, text: string, options: ToastOptions = {}): void {
  const before = shownAs.get(text);
  if (before !== undefined) notifications.hide(before);
  const id = notifications.show({
    ...(options.detail === undefined ? { message: text } : { title: text, message: options.detail }),
    color: tone.color,
    icon: tone.icon,
    autoClose: options.ms ?? tone.ms,
    closeButtonProps: { 'aria-label': platformTexts.dismiss },
    onClose: () => shownAs.delete(text),
  });
  shownAs.set(text, id);
}

/** A toast that stays until its work ends. */
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
  warning: (text: string, options?: ToastOptions) => show(tones.warning, text, options),
  info: (text: string, options?: ToastOptions) => show(tones.info, text, options),
  loading,
  /** Removes all toasts, such as failures of an earlier attempt. */
  clear: () => notifications.clean(),
  /** The server's text if it sent one, otherwise the fallback. */
  failure: (error: unknown, fallback: string, options?: ToastOptions) =>
    show(tones.error, failureText(error, fallback), options),
  /** The given text, with the reason below it. */
  failureOf: (text: string, error: unknown, options?: ToastOptions) =>
    show(tones.error, text, { ...options, detail: failureReason(error) }),
};
