import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Returns one line that says what is wrong with a rejected body. For a union, describes the problems with the variant that matches
 * best.
 */
export function explainIssues(issues: readonly Issue[]): string {
  return issues.map((issue) => explain(issue, [])).join('; ');
}

function explain(issue: Issue, parents: readonly PropertyKey[]): string {
  const path = [...parents, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [best = []] = issue.errors.toSorted(
      (first, second) => first.length - second.length || depth(second) - depth(first),
    );
    return best.map((inner) => explain(inner, path)).join('; ');
  }
  return `${path.map(String).join('.') || 'body'}: ${issue.message}`;
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}
