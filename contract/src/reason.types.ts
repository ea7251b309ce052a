/**
 * `stop` holds the account in every campaign. `wait` passes by itself or after a small step by the user, and stops
 * nothing. `retry` means nothing was sent and another try may work. `fail` is final for this person. `skip` leaves the
 * person out on purpose. `unknown` means the message may have left.
 */
type ReasonKind = 'stop' | 'wait' | 'retry' | 'fail' | 'skip' | 'unknown';

export type Reason = {
  kind: ReasonKind;
  text: string;
  /** What the user can do about it; empty where there is nothing to do. */
  advice: string;
  /** Of a `stop`: `timed` ends by itself, `owner` lasts until the owner has looked. */
  hold?: 'timed' | 'owner';
  /** For a `retry`: the page was not as expected. Three people in a row hold the account. */
  isUnexpectedPage?: true;
  /** For a `wait`: caused by this person. If it repeats, the person waits instead of the account, and finally fails. */
  isAtPerson?: true;
  /** For a `retry`: may be the person's doing rather than the account's. If a second account meets it, the delivery fails. */
  isTrouble?: true;
};
