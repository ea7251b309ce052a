/**
 * Returns props that make a button look disabled and make screen readers announce it as disabled. Unlike the `disabled` attribute, these
 * props don't take focus away from the button, and its click handler still runs, so that it can explain why the button is disabled.
 */
export const softDisabled = (isOff: boolean) => (isOff ? { 'data-disabled': true, 'aria-disabled': true } : {});
