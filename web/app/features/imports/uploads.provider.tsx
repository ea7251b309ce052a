import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../platform/api.ts';
import { useLiveEvent } from '../../platform/live.tsx';
import { toast } from '../../platform/toasts.tsx';
import { useLeaveWarning } from '../../platform/use-leave-warning.ts';
import { importsKey, useRefreshImports } from './refresh-imports.ts';
import type { ImportPlan, Upload, UploadState } from './upload/upload.ts';
import { uploadsTexts as texts } from './uploads.texts.ts';

type Uploads = {
  states: ReadonlyMap<number, UploadState>;
  start: (plan: ImportPlan) => Promise<void>;
  retry: (listId: number) => void;
  cancel: (listId: number) => void;
};

const UploadsContext = createContext<Uploads | null>(null);

/** Holds the unfinished uploads, so that they continue while the user visits other screens. Each list has at most one unfinished upload. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [states, setStates] = useState<Uploads['states']>(new Map());
  const running = useRef(new Map<number, Upload>());
  const queryClient = useQueryClient();
  useLeaveWarning(states.size > 0);
  useImportNews();
  useEffect(() => {
    const left = running.current;
    return () => left.forEach((upload) => upload.leave());
  }, []);

  const uploads = useMemo<Omit<Uploads, 'states'>>(() => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: importsKey });
    const forget = (listId: number) => {
      running.current.delete(listId);
      setStates((all) => new Map([...all].filter(([id]) => id !== listId)));
    };
    return {
      start: async (plan) => {
        try {
          const { Upload } = await import('./upload/upload.ts');
          if (running.current.has(plan.listId)) return;
          const upload = new Upload(plan, {
            onChange: (state) => setStates((all) => new Map(all).set(plan.listId, state)),
            // From here on, the server does the work. The upload stays on screen until the import's server-side progress has loaded.
            onChecking: async () => {
              await refresh();
              forget(plan.listId);
            },
          });
          running.current.set(plan.listId, upload);
          void upload.run();
        } catch {
          toast.error(texts.notLoaded);
        }
      },
      retry: (listId) => running.current.get(listId)?.retry(),
      cancel: (listId) => {
        const upload = running.current.get(listId);
        forget(listId);
        void upload
          ?.cancel()
          .catch((error: unknown) => toast.failure(error, texts.cancelFailed))
          .then(refresh);
      },
    };
  }, [queryClient]);

  const value = useMemo(() => ({ ...uploads, states }), [uploads, states]);
  return <UploadsContext value={value}>{children}</UploadsContext>;
}

const wizardPath = /\/lists\/\d+\/import$/;

/** Refetches the imports after each import event. Shows a toast when an import or its undo has finished, unless an import page is open. */
function useImportNews(): void {
  const refresh = useRefreshImports();
  const { pathname } = useLocation();
  useLiveEvent('import_update', ({ import_id, status }) => {
    void refresh();
    if ((status !== 'done' && status !== 'undone') || wizardPath.test(pathname)) return;
    call('GET /api/imports/:id', { params: { id: import_id } }).then(
      ({ import: { added, removed, list_name } }) =>
        toast.success(status === 'done' ? texts.done(added, list_name) : texts.undone(removed, list_name)),
      // If the import can't be loaded, no toast is shown. For a large import or an undo, the bell shows a notice anyway.
      () => undefined,
    );
  });
}

function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error('useUploads needs an UploadsProvider above it');
  return uploads;
}

/** Returns a list's unfinished upload in this tab, or undefined if there is none, and functions to start, retry and cancel it. */
export function useUpload(listId: number) {
  const { states, start, retry, cancel } = useUploads();
  return { upload: states.get(listId), start, retry: () => retry(listId), cancel: () => cancel(listId) };
}
