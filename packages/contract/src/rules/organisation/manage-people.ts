import { MANAGER_ROLES, ROLES, type Role } from '../../roles.ts'

/** Permissions among users (3-team.md, section 2). The server enforces them, and the panel shows only what they allow. */

/** Whether a role is staff or admin. Does not check that the user is active. */
export const isManagerRole = (role: string): boolean => (MANAGER_ROLES as readonly string[]).includes(role)

/** Returns the roles that a user with this role may assign: none above their own. */
export const getAssignableRoles = (role: string): readonly Role[] =>
  role === 'staff' ? ROLES : role === 'admin' ? ROLES.filter((other) => other !== 'staff') : []

/** Whether `role` has at least the permissions of `own`, the role of the user who assigns it. */
export const isRoleAtOrAbove = (role: string, own: string): boolean =>
  !getAssignableRoles(own).some((handed) => handed === role && handed !== own)

/** Whether a user with role `role` may edit, deactivate, reset or sign out a user with role `other`. */
export const canManageUser = (role: string, other: string): boolean => role === 'staff' || (role === 'admin' && other !== 'staff')
