import type { Plant } from './plant.ts';

const both = ['embedded', 'postgres'] as const;

/* Mistakes in rules that the agent enforces. */
export const agentPlants: readonly Plant[] = [
  {
    name: 'journal_overruled',
    says: 'The agent sends although its own record says that the message may have been sent.',
    stores: both,
    edits: [
      {
        file: 'tasks/sending/earlier-attempts.ts',
        from: "if (delivery.task === 'send') {",
        to: 'if (delivery.id > 0) return null;\n  {',
      },
      {
        file: 'tasks/sending/delivery.attempt.ts',
        from: "if (delivery.task === 'check') {",
        to: 'if (delivery.id === 0) {',
      },
      {
        file: 'platform/journal.ts',
        from: 'if (!isFree(note)) return false;',
        to: 'if (note.delivery === 0 && !isFree(note)) return false;',
      },
    ],
  },
];
