import { hasLink, unknownPlaceholders } from '@sandpiper/contract/message';
import { isBlocking } from '@sandpiper/contract/preflight';
import type { Preflight, PreflightAccount, PreflightProblem } from '@sandpiper/contract/preflight';

function problem(code: PreflightProblem, text: string): Problems[number] {
  return { code, text, is_blocking: isBlocking(code) };
}

type Found = {
  content: string;
  variables: readonly string[];
  toMessage: number;
  /** Whether people are still being added to the list. */
  isListFilling: boolean;
  /** Whether the list's variables are still being renamed or removed. Until that is done, people may seem to have no values. */
  areVariablesChanging: boolean;
  accounts: readonly PreflightAccount[];
  /** Whether the campaign can start with at least one of the accounts. */
  isAnyUsable: boolean;
  /** The accounts that other running campaigns use, each with the campaign's name. */
  conflicts: { name: string; campaign: string }[];
};

type Problems = Preflight['problems'];

function listProblems({ isListFilling, areVariablesChanging }: Pick<Found, 'isListFilling' | 'areVariablesChanging'>) {
  const problems: Problems = [];
  if (isListFilling) {
    const text = 'The list is still being filled. The campaign can start once the list is complete.';
    problems.push(problem('list_filling', text));
  }
  if (areVariablesChanging) {
    const text = "The list's variables are still being changed. The campaign can start once this is done.";
    problems.push(problem('variables_changing', text));
  }
  return problems;
}

function whoSends({ toMessage, accounts, isAnyUsable, conflicts, ...list }: Found): Problems {
  const problems = listProblems(list);
  if (toMessage === 0) problems.push(problem('nobody_to_message', 'No one would get this message.'));
  if (accounts.some(({ code }) => code === 'subscription_ended')) {
    problems.push(problem('subscription_ended', 'Your subscription has expired.'));
  } else if (!isAnyUsable && !accounts.some(({ code }) => code === 'server_restored')) {
    const text = 'Every account in this campaign is switched off, deleted, or on hold until you check it.';
    problems.push(problem('no_usable_account', text));
  }
  for (const { name, campaign } of conflicts) {
    problems.push(problem('accounts_in_use', `${name} is used by the running campaign ${campaign}.`));
  }
  return problems;
}

function whatIsSent({ content, variables }: Found): Problems {
  const unknown = unknownPlaceholders(content, variables);
  const problems: Problems = [];
  if (unknown.length > 0) {
    const text = `${new Intl.ListFormat('en').format(unknown)} won't be filled in. People would see ${unknown.length === 1 ? 'it' : 'them'} as written.`;
    problems.push(problem('unknown_placeholder', text));
  }
  if (hasLink(content)) {
    const text = 'The message has a link. Instagram often hides or restricts links in a first message to a stranger.';
    problems.push(problem('link_in_message', text));
  }
  return problems;
}

/** Returns the problems that prevent a campaign from starting, and the warnings that the user should read before starting it. */
export function problemsOf(found: Found): Problems {
  return [...whoSends(found), ...whatIsSent(found)];
}
