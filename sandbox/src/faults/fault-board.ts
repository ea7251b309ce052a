import { faultScope } from './fault.catalog.ts';
import type { FaultName } from './fault.catalog.ts';
import { drawChance } from './chance.ts';

export interface FaultRule {
  name: FaultName;
  account?: string | undefined;
  person?: string | undefined;
  times?: number | undefined;
  after?: number | undefined;
  ms?: number | undefined;
}

export interface FaultQuestion {
  account: string;
  person: string;
  /** How many messages the account has tried to send so far. */
  sends: number;
}

export interface FaultHit {
  ms: number | undefined;
}

interface ActiveRule extends FaultRule {
  id: number;
  fired: number;
  /** Accounts whose owner has passed the checkpoint. The rule no longer applies to them. */
  settledFor: string[];
}

export interface FaultList {
  rules: ActiveRule[];
  seed: number;
  chances: Partial<Record<FaultName, number>>;
  /**
   * How many times each fault with the scope `attempt` has occurred, by a rule or by chance, since all faults were last cleared. Faults in
   * the `states` of an account, a person or the site aren't counted.
   */
  hits: Partial<Record<FaultName, number>>;
}

/** The faults that are switched on, by a rule or by chance. */
export class FaultBoard {
  #rules: ActiveRule[] = [];
  #nextId = 1;
  #seed = 0;
  #chances = new Map<FaultName, number>();
  #attempts = new Map<string, number>();
  #hits = new Map<FaultName, number>();

  add(rule: FaultRule): void {
    this.#rules.push({
      ...rule,
      account: rule.account?.toLowerCase(),
      person: rule.person?.toLowerCase(),
      id: this.#nextId++,
      fired: 0,
      settledFor: [],
    });
  }

  remove(names: readonly FaultName[]): void {
    this.#rules = this.#rules.filter((rule) => !names.includes(rule.name));
    for (const name of names) this.#chances.delete(name);
  }

  /** Records that the account's owner has passed the checkpoint, so that the current rules for it no longer apply to the account. */
  settle(name: FaultName, account: string): void {
    for (const rule of this.#rules) if (rule.name === name) rule.settledFor.push(account);
  }

  clear(): void {
    this.#rules = [];
    this.#chances.clear();
    this.#attempts.clear();
    this.#hits.clear();
    this.#seed = 0;
  }

  /** Replaces the chances, and starts all random sequences from the beginning. */
  setChances(seed: number, chances: ReadonlyMap<FaultName, number>): void {
    this.#seed = seed;
    this.#chances = new Map(chances);
    this.#attempts.clear();
  }

  /**
   * Returns a hit if the fault applies now, otherwise undefined. If a rule matches, the fault applies, and the call counts toward the
   * rule's `times`. Otherwise, chance decides.
   */
  ask(name: FaultName, question: FaultQuestion): FaultHit | undefined {
    const rule = this.#rules.find((candidate) => applies(candidate, name, question));
    if (!rule && !this.#draw(name, question)) return undefined;
    if (rule) rule.fired += 1;
    if (faultScope(name) === 'attempt') this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
    return { ms: rule?.ms };
  }

  list(): FaultList {
    return {
      rules: this.#rules.map((rule) => ({ ...rule })),
      seed: this.#seed,
      chances: Object.fromEntries(this.#chances),
      hits: Object.fromEntries(this.#hits),
    };
  }

  #draw(name: FaultName, question: FaultQuestion): boolean {
    const chance = this.#chances.get(name);
    if (chance === undefined || chance === 0) return false;
    return drawChance(this.#seed, this.#drawKey(name, question)) < chance;
  }

  #drawKey(name: FaultName, { account, person }: FaultQuestion): (string | number)[] {
    const scope = faultScope(name);
    if (scope === 'account') return [name, account];
    if (scope === 'person') return [name, person];
    const counter = JSON.stringify([name, account, person]);
    const attempt = (this.#attempts.get(counter) ?? 0) + 1;
    this.#attempts.set(counter, attempt);
    return [name, account, person, attempt];
  }
}

function applies(rule: ActiveRule, name: FaultName, question: FaultQuestion): boolean {
  if (rule.name !== name) return false;
  if (rule.account !== undefined && rule.account !== question.account) return false;
  if (rule.person !== undefined && rule.person !== question.person) return false;
  if (rule.settledFor.includes(question.account)) return false;
  if (rule.after !== undefined && question.sends < rule.after) return false;
  return rule.times === undefined || rule.fired < rule.times;
}
