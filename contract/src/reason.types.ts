/**
 * The kinds of reasons. `stop` puts the account on hold in every campaign. `wait` means that nothing is sent for now, without a hold.
 * Most waits end automatically or once the user does something simple, such as closing a Firefox window. `retry` means nothing was sent
 * and another attempt may work. `fail` ends the delivery as failed. `skip` means that the person is skipped on purpose. `unknown` means
 * the message may have been sent.
 */
type ReasonKind = 'stop' | 'wait' | 'retry' | 'fail' | 'skip' | 'unknown';

export type Reason = {
  kind: ReasonKind;
  text: string;
  /** What the user can do about it. Empty if there is nothing to do. */
  advice: string;
  /** For a `stop`: `timed` normally ends automatically, and `owner` lasts until the account's owner has checked the account. */
  hold?: 'timed' | 'owner';
  /**
   * For a `retry` or `unknown`: the page was not as expected. For some `unknown` reasons, this suggests that Instagram has changed its pages.
   * After three such people without a sent message in between, the account is put on hold.
   */
  isUnexpectedPage?: true;
  /** For a `wait`: only this attempt was interrupted, so the person waits, not the account. If this keeps happening, the delivery fails. */
  isAtPerson?: true;
  /** For a `retry`: the cause may be the person, not the account. If a second account has a problem too, the delivery fails. */
  isTrouble?: true;
};
