import { landingSetting } from '../../platform/page-settings.ts';
import css from './trial-hint.module.css';

type TrialHintProps = { text: (days: string) => string };

/** Says how long the trial is. CSS hides the hint if there is no trial or if visitors can't register on their own. */
export function TrialHint({ text }: TrialHintProps) {
  return <p className={css['trial']}>{text(landingSetting('trialDays'))}</p>;
}
