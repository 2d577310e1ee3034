/** Roles of users, as specified (section 6). */
export const ROLES = ['staff', 'admin', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** Roles of users who manage the organisation (3-team §2). */
export const MANAGER_ROLES = ['staff', 'admin'] as const satisfies readonly Role[]
