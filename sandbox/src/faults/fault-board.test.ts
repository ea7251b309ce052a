import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FaultBoard } from './fault-board.ts';
import type { FaultName } from './fault.catalog.ts';

function ask(board: FaultBoard, name: FaultName, ...[account, person, sends = 0]: [string, string, number?]): boolean {
  return board.ask(name, { account, person, sends }) !== undefined;
}

const accounts = ['one', 'two', 'three'];
const people = Array.from({ length: 60 }, (_, index) => `person${index}`);

function boardWithChances(seed: number, chance = 0.3): FaultBoard {
  const board = new FaultBoard();
  board.setChances(
    seed,
    new Map<FaultName, number>([
      ['late_refusal', chance],
      ['private', chance],
      ['list_grid', 0.5],
    ]),
  );
  return board;
}

test('with the same seed, each account gets the same faults again, regardless of the order in which the accounts act', () => {
  const inTurn = boardWithChances(7);
  const accountByAccount = boardWithChances(7);
  const first = new Map<string, boolean[]>();
  const second = new Map<string, boolean[]>();
  const record = (into: Map<string, boolean[]>, board: FaultBoard, account: string, person: string): void => {
    const luck = into.get(account) ?? [];
    luck.push(ask(board, 'late_refusal', account, person));
    into.set(account, luck);
  };
  for (const person of people) for (const account of accounts) record(first, inTurn, account, person);
  for (const account of accounts.toReversed())
    for (const person of people) record(second, accountByAccount, account, person);
  for (const account of accounts) assert.deepEqual(first.get(account), second.get(account));
  assert.notDeepEqual(first.get('one'), first.get('two'));
});

test('another seed gives different faults, at about the given rate', () => {
  const drawAll = (seed: number) => people.map((person) => ask(boardWithChances(seed), 'late_refusal', 'one', person));
  assert.notDeepEqual(drawAll(1), drawAll(2));
  const hits = [1, 2, 3, 4, 5].flatMap(drawAll).filter(Boolean).length;
  assert.ok(hits > 60 && hits < 120, `${hits} of 300 at a chance of 0.3`);
});

test('chance decides again at each attempt, but only once for a fault that affects a recipient or an account', () => {
  const board = boardWithChances(3, 0.5);
  const attempts = Array.from({ length: 30 }, () => ask(board, 'late_refusal', 'one', 'mia'));
  assert.equal(new Set(attempts).size, 2);
  for (const person of people) {
    assert.equal(ask(board, 'private', 'one', person), ask(board, 'private', 'two', person));
  }
  for (const account of accounts) {
    assert.equal(new Set(people.map((person) => ask(board, 'list_grid', account, person))).size, 1);
  }
});

test('a rule applies only to its account and person, a given number of times, and after a given number of sends', () => {
  const board = new FaultBoard();
  board.add({ name: 'rate_limit', account: 'One', person: 'Mia', times: 2, after: 3 });
  assert.equal(ask(board, 'rate_limit', 'two', 'mia', 5), false);
  assert.equal(ask(board, 'rate_limit', 'one', 'jo', 5), false);
  assert.equal(ask(board, 'rate_limit', 'one', 'mia', 2), false);
  assert.equal(ask(board, 'rate_limit', 'one', 'mia', 3), true);
  assert.equal(ask(board, 'rate_limit', 'one', 'mia', 4), true);
  assert.equal(ask(board, 'rate_limit', 'one', 'mia', 5), false);
  assert.equal(board.list().hits.rate_limit, 2);
});

test('a checkpoint that the owner has passed no longer affects the account, but still affects other accounts', () => {
  const board = new FaultBoard();
  board.add({ name: 'challenge' });
  board.settle('challenge', 'one');
  assert.equal(ask(board, 'challenge', 'one', ''), false);
  assert.equal(ask(board, 'challenge', 'two', ''), true);
  board.remove(['challenge']);
  assert.equal(ask(board, 'challenge', 'two', ''), false);
});
