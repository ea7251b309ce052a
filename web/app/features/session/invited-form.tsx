import { Alert, Anchor, Skeleton } from '@mantine/core';
import type { RegistrationMode } from '@sandpiper/contract/registration-modes';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api.ts';
import { useSignInOptions } from '../../platform/sign-in-options.ts';
import { RegisterForm } from './register-form.tsx';
import { sessionTexts } from './session.texts.ts';

const texts = sessionTexts.refused;

/** Not a router link, because the contact form is on the landing page, which is a separate document. */
export function AskForAccount({ text }: { text: string }) {
  return (
    <Anchor href="/#contact" inherit underline="always">
      {text}
    </Anchor>
  );
}

function Refused({ title, text }: { title: string; text: string }) {
  return (
    <Alert color="yellow" variant="light" role="note" title={title}>
      {text} <AskForAccount text={texts.ask} />
    </Alert>
  );
}

/** Returns whether an invitation is valid; undefined until known. If the check fails, the server decides on submission. */
function useIsValid(invitation: string | null, isNeeded: boolean): boolean | undefined {
  const [isValid, setValid] = useState<boolean>();
  useEffect(() => {
    if (!isNeeded || invitation === null) return undefined;
    const controller = new AbortController();
    call('POST /api/auth/invitation', { body: { invitation } }, { signal: controller.signal })
      .then((answer) => setValid(answer.is_valid))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn('Could not find out whether the invitation is valid', error);
        setValid(true);
      });
    return () => controller.abort();
  }, [invitation, isNeeded]);
  return isValid;
}

type InvitedFormProps = { invitation: string | null; onRegistered: () => void };

function formFor(mode: RegistrationMode, isValid: boolean | undefined, props: InvitedFormProps) {
  if (mode === 'open') return <RegisterForm {...props} />;
  if (mode === 'closed') return <Refused {...texts.closed} />;
  if (props.invitation === null) return <Refused {...texts.missing} />;
  if (isValid === undefined) return <Skeleton height={280} />;
  return isValid ? <RegisterForm {...props} /> : <Refused {...texts.ended} />;
}

/** Shows the registration form to people who may register, and tells the others why they can't and what to do. */
export function InvitedForm(props: InvitedFormProps) {
  const options = useSignInOptions();
  const isValid = useIsValid(props.invitation, options?.registration === 'invitation');
  if (options === undefined) return <Skeleton height={280} />;
  return formFor(options?.registration ?? 'open', isValid, props);
}
