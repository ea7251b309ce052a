import { Anchor } from '@mantine/core';
import { SetUpTwoFactor } from '../features/security/two-factor-setup.tsx';
import { twoFactorTexts } from '../features/security/two-factor.texts.ts';
import { GuestFrame } from '../features/session/guest-frame.tsx';
import { useSession } from '../platform/session.tsx';

const texts = twoFactorTexts.required;

/** `onConfirmed` is called once two-factor sign-in is on, and `onDone` once the user has also seen the recovery codes. */
type TwoFactorRequiredProps = { onConfirmed: () => void; onDone: () => void };

/** Shown to administrators who have to set up two-factor sign-in before they can continue. */
export function TwoFactorRequired({ onConfirmed, onDone }: TwoFactorRequiredProps) {
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
      <SetUpTwoFactor isLarge onConfirmed={onConfirmed} onDone={onDone} />
    </GuestFrame>
  );
}
