import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveEvent } from '../../platform/live.tsx';
import { createPauses } from '../../platform/pauses.ts';
import { useUser } from '../../platform/session.tsx';
import { useIsMounted } from '../../platform/use-is-mounted.ts';
import {
  createAccount,
  CreationFailure,
  type CreationStage,
  type SignInOutcome,
  type Unfinished,
} from './account-creation.ts';
import { requestPollMs } from './account-requests.queries.ts';
import { accountsKey, type AccountInput } from './accounts.queries.ts';

export type CreationState =
  | { phase: 'idle' }
  | { phase: 'working'; stage: CreationStage }
  | { phase: 'failed'; failure: CreationFailure }
  | { phase: 'done'; name: string; outcome: SignInOutcome };

/**
 * Runs all steps of adding an account with a new Firefox profile. Saves the progress in session storage, so that a retry or a reload can
 * continue.
 */
export function useAccountCreation() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  const [unfinished, keep] = useSessionStorage<Unfinished | null>({
    key: `sandpiper-new-account-${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const [state, setState] = useState<CreationState>({ phase: 'idle' });
  const [{ pause, wake }] = useState(() => createPauses(requestPollMs));
  const isMounted = useIsMounted();
  useLiveEvent('agent_request_update', wake);

  async function start(
    input: Omit<AccountInput, 'profile_path'>,
    computerId: string | undefined,
  ): Promise<CreationFailure | null> {
    const onStage = (stage: CreationStage) => {
      setState({ phase: 'working', stage });
      if (stage === 'window') void queryClient.invalidateQueries({ queryKey: accountsKey });
    };
    try {
      const { account, outcome } = await createAccount(input, {
        computerId,
        unfinished,
        keep,
        onStage,
        pause: async () => {
          await pause();
          if (!isMounted()) throw new Error('The page was closed');
        },
      });
      setState({ phase: 'done', name: account.name, outcome });
      return null;
    } catch (error) {
      if (!(error instanceof CreationFailure)) throw error;
      if (isMounted()) setState({ phase: 'failed', failure: error });
      return error;
    }
  }

  return {
    state,
    unfinished,
    start,
    /** Clears the outcome and the saved progress. */
    finish: () => {
      keep(null);
      setState({ phase: 'idle' });
    },
  };
}

export type AccountCreation = ReturnType<typeof useAccountCreation>;
