import { MANAGER_ROLES, ROLES, type Role } from '../../roles.ts'

/** Rules for managing other users (3-team.md, section 2). The server enforces them, and the panel shows only what they allow. */

/** Returns whether a role is staff or admin. Does not check whether the user is active. */
export const isManagerRole = (role: string): boolean => (MANAGER_ROLES as readonly string[]).includes(role)

/** Returns the roles that a user with this role may assign: their own and lower ones. Operators may assign none. */
export const getAssignableRoles = (role: string): readonly Role[] =>
  role === 'staff' ? ROLES : role === 'admin' ? ROLES.filter((otherRole) => otherRole !== 'staff') : []

/**
 * Returns whether `role` is at or above `ownRole`, the role of the user who wants to assign it. Roles that this user may not assign count
 * as above.
 */
export const isRoleAtOrAbove = (role: string, ownRole: string): boolean =>
  !getAssignableRoles(ownRole).some((assignable) => assignable === role && assignable !== ownRole)

/**
 * Returns whether a user with `role` may manage a user with `otherRole`: edit or deactivate them, end their sessions, or reset their
 * password.
 */
export const canManageUser = (role: string, otherRole: string): boolean =>
  role === 'staff' || (role === 'admin' && otherRole !== 'staff')
