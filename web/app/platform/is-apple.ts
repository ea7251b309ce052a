/** Returns whether keyboard shortcuts use the Command key instead of Ctrl. */
export const isApple = () => /^(Mac|iP)/.test(navigator.platform);
