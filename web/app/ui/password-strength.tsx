import { productName } from '@sandpiper/contract/limits';
import { useEffect, useState } from 'react';
import type { Strength } from './password-strength.check.ts';
import css from './password-strength.module.css';
import { passwordStrengthTexts as texts } from './password-strength.texts.ts';

const colors = ['red', 'red', 'yellow', 'green', 'green'] as const;

function adviceOf({ level, isCommon }: Strength): string {
  if (isCommon) return texts.common;
  return level < 2 ? texts.weak : '';
}

type PasswordStrengthProps = { password: string; username: string };

/** Shows a new password's strength while the user types. Weak passwords are still accepted. */
export function PasswordStrength({ password, username }: PasswordStrengthProps) {
  const [strength, setStrength] = useState<Strength | null>(null);
  useEffect(() => {
    if (password === '') return undefined;
    let isLatest = true;
    import('./password-strength.check.ts')
      .then(({ strengthOf }) => {
        if (isLatest) setStrength(strengthOf(password, [username, productName]));
      })
      // If the estimator can't be loaded, no strength is shown. The password can still be saved.
      .catch((error: unknown) => console.warn('Couldn’t estimate the password’s strength', error));
    return () => {
      isLatest = false;
    };
  }, [password, username]);
  if (password === '' || strength === null) return null;
  const { level } = strength;
  return (
    <div className={css['strength']} role="status" aria-label={texts.label}>
      <div className={css['bars']} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            style={bar <= Math.max(level, 1) ? { background: `var(--mantine-color-${colors[level]}-6)` } : {}}
          />
        ))}
      </div>
      <p className={css['text']}>
        <strong>{texts.levels[level]}.</strong> {adviceOf(strength)}
      </p>
    </div>
  );
}
