type Message = { campaignId: number; recipient: string };

/** Every message that an agent in the load test has "sent", as Instagram would see it. */
export class Ledger {
  readonly #counts = new Map<string, number>();

  /** Adds a message. The load test's agents call this where real agents press Enter. */
  add({ campaignId, recipient }: Message): void {
    const key = `${campaignId} ${recipient}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  has({ campaignId, recipient }: Message): boolean {
    return this.#counts.has(`${campaignId} ${recipient}`);
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Returns the campaign's ID and the recipient of each message, separated by a space. */
  get messages(): readonly string[] {
    return [...this.#counts.keys()];
  }

  get sentTwice(): string[] {
    return [...this.#counts].filter(([, count]) => count > 1).map(([key]) => key);
  }
}
