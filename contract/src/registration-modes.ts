/** Who can register: everyone, people with an invitation, or no one. This file doesn't depend on zod, so forms can import it. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];
