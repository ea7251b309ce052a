import { Anchor } from '@mantine/core';
import { SetUpTwoFactor } from '../features/security/two-factor-setup.tsx';
import { twoFactorTexts } from '../features/security/two-factor.texts.ts';
import { GuestFrame } from '../features/session/guest-frame.tsx';
import { useSession } from '../platform/session.tsx';

const texts = twoFactorTexts.required;

/** `onOpen` is called when the setup opens, and `onClose` when the user has canceled it or seen the recovery codes. */
type TwoFactorRequiredProps = { onOpen: () => void; onClose: () => void };

/** Shown to administrators who have to set up two-factor sign-in before they can continue. */
export function TwoFactorRequired({ onOpen, onClose }: TwoFactorRequiredProps) {
  const session = useSession();
  return (
    <GuestFrame
      title={texts.title}
      subtitle={texts.subtitle}
      other={
        <Anchor component="button" type="button" inherit underline="always" onClick={session.end}>
          {texts.logOut}
        </Anchor>
      }
    >
      <SetUpTwoFactor isLarge onOpen={onOpen} onClose={onClose} />
    </GuestFrame>
  );
}
