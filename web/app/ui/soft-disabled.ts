/**
 * Returns props that make a button look disabled and make screen readers announce it as disabled. Unlike the `disabled` attribute, these
 * props don't take focus away from the button, and clicks still arrive, so that they can explain why nothing happens.
 */
export const softDisabled = (isOff: boolean) => (isOff ? { 'data-disabled': true, 'aria-disabled': true } : {});
