import { toast } from './toasts.tsx';
import { readToken } from './token-store.ts';
import { useIsMounted } from './use-is-mounted.ts';

/**
 * Returns mutation options for a dialog that shows failures itself and is mounted only while it is open. If the dialog has been closed by
 * the time the request fails, a toast shows the server's error message or, if there is none, `fallback` and the reason. If the user has
 * signed out by then, nothing is shown. The mutation's context is the token of the session that made the request.
 */
export function useLateFailureToast(fallback: string) {
  const isMounted = useIsMounted();
  return {
    onMutate: () => readToken(),
    onError: (error: Error, _input: unknown, token: string | null | undefined) => {
      if (!isMounted() && token === readToken()) toast.failure(error, fallback);
    },
  };
}
