/** The text that replaces a forgotten person's username. */
export const forgottenName = '(forgotten)';
