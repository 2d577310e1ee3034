/** Roles of section 6. */
export const ROLES = ['staff', 'admin', 'operator'] as const
export type Role = (typeof ROLES)[number]

/** Roles that manage the organisation: staff and admin (3-team §2). */
export const MANAGER_ROLES = ['staff', 'admin'] as const satisfies readonly Role[]
