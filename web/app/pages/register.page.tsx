import { Button, Skeleton, Text } from '@mantine/core';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { RegisterForm } from '../features/session/register-form.tsx';
import { registerTexts as texts } from '../features/session/register.texts.ts';
import { RegistrationTerms } from '../features/session/registration-terms.tsx';
import { useAdmission } from '../features/session/use-admission.ts';
import { useSignInOptions } from '../platform/sign-in-options.ts';

/** Shows the registration form. If the visitor isn't allowed to register, explains why and what to do instead. */
export default function RegisterPage() {
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const invitation = params.get('invitation');
  const options = useSignInOptions();
  const { registration, trial_days: trialDays } = options;
  const admission = useAdmission(registration, invitation);
  return (
    <GuestFrame
      {...texts.admission[admission]}
      other={
        <OtherWay text={texts.hasAccount} to="/login">
          {texts.signIn}
        </OtherWay>
      }
    >
      {admission === 'admitted' ? (
        <>
          <RegisterForm invitation={invitation} onRegistered={() => void navigate('/login', { state })} />
          <Text size="sm" c="dimmed" mt="sm">
            <RegistrationTerms options={options} />
          </Text>
          {/* This line takes up space even before the length of the trial has loaded, so that the form doesn't move. */}
          <Text size="sm" c="dimmed" mt="xs" mih="1.5em">
            {trialDays > 0 && texts.trial(trialDays)}
          </Text>
        </>
      ) : admission === 'checking' ? (
        <Skeleton height={280} />
      ) : (
        <Button component="a" href="/#contact" size="md" fullWidth>
          {texts.ask}
        </Button>
      )}
    </GuestFrame>
  );
}
