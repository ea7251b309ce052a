/**
 * `stop` holds the account in every campaign. `wait` passes by itself or with a small act of the user and stops nothing.
 * `retry` means nothing was sent and another try may work. `fail` is final for this person. `skip` leaves the person out
 * on purpose. `unknown` means the message may have left.
 */
type ReasonKind = 'stop' | 'wait' | 'retry' | 'fail' | 'skip' | 'unknown';

export type Reason = {
  kind: ReasonKind;
  text: string;
  /** What the user can do about it; empty where there is nothing to do. */
  advice: string;
  /** Of a `stop`: `timed` ends by itself, `owner` lasts until the owner has looked. */
  hold?: 'timed' | 'owner';
  /** Of a `retry`: the page was not as expected. It counts towards a hold of the account, three people in a row. */
  isUnexpectedPage?: true;
  /** Of a `wait`: happened at this person. Where it happens again and again, it is the person who waits, and in the end fails. */
  isAtPerson?: true;
  /** Of a `retry`: may be the person's doing rather than the account's. A second account that meets it ends it. */
  isTrouble?: true;
};
