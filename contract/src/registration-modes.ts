/** Who may register: everybody, those with an invitation, or nobody. Free of zod, so that forms can import them. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];
