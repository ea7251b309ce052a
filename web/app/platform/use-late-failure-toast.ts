import { failedFields } from './failure.ts';
import { toast } from './toasts.tsx';
import { readToken } from './token-store.ts';
import { useIsMounted } from './use-is-mounted.ts';

/**
 * Returns mutation options for a dialog that shows failures itself and is mounted only while it is open. If the dialog has been closed by
 * the time the request fails, a toast shows the server's error message or, if there is none, `fallback` and the reason. If the user has
 * signed out by then, nothing is shown. The mutation's context is the token of the session that made the request. Failures that the
 * dialog doesn't show, according to `isShownInDialog`, are always shown as a toast.
 */
export function useLateFailureToast(fallback: string, isShownInDialog: (error: Error) => boolean = () => true) {
  const isMounted = useIsMounted();
  return {
    onMutate: () => readToken(),
    onError: (error: Error, _input: unknown, token: string | null | undefined) => {
      const isVisible = isMounted() && isShownInDialog(error);
      if (!isVisible && token === readToken()) toast.failure(error, fallback);
    },
  };
}

/** Like `useLateFailureToast`, but for a form that only shows errors next to its fields. */
export function useFormFailureToast(fallback: string) {
  return useLateFailureToast(fallback, (error) => Object.keys(failedFields(error)).length > 0);
}
