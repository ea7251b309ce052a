import { Anchor } from '@mantine/core';
import { ForgotPasswordLink } from '../features/session/forgot-password-link.tsx';
import { GuestFrame, OtherWay } from '../features/session/guest-frame.tsx';
import { LegalLinks } from '../features/session/legal-links.tsx';
import { LoginForm } from '../features/session/login-form.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { useSignInOptions } from '../platform/sign-in-options.ts';

const texts = sessionTexts.login;

export default function LoginPage() {
  const options = useSignInOptions();
  const { registration, can_reset_password: canReset } = options;
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        registration === 'open' ? (
          <OtherWay text={texts.noAccount} to="/register">
            {texts.signUp}
          </OtherWay>
        ) : (
          <>
            {texts.noAccount} {/* This isn't a router link, because the landing page is a separate HTML document. */}
            <Anchor href="/#contact" inherit underline="always">
              {texts.ask[registration]}
            </Anchor>
          </>
        )
      }
      foot={<LegalLinks options={options} />}
    >
      <LoginForm />
      <ForgotPasswordLink canReset={canReset} />
    </GuestFrame>
  );
}
