import { MANAGER_ROLES, ROLES, type Role } from './role-names.ts'

// Roles are defined in role-names.ts, so that the sign-in page can load them without the permissions.
export { MANAGER_ROLES, ROLES, type Role }

/** Permissions in the specification, as `area:action` (ROLE-02, ROLE-06). */
export const PERMISSIONS = [
  'dashboard:read',
  'conversations:read',
  'conversations:write',
  'leads:read',
  'leads:write',
  'agents:read',
  'agents:write',
  'users:read',
  'users:invite',
  'tenants:read',
  'tenants:write',
  'calendar:manage',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * Further permissions of the roles staff and admin (3-team §2). Clients must not derive them from the role, because other servers may not
 * grant them; the Prosa server sends them with the user. Prosa extension.
 */
export const EXTENSION_PERMISSIONS = [
  'users:manage',
  'teams:manage',
  'security:manage',
  'audit:read',
  'leads:assign',
  'leads:import',
  'leads:export',
  'integrations:manage',
] as const
export type ExtensionPermission = (typeof EXTENSION_PERMISSIONS)[number]

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  staff: PERMISSIONS,
  admin: PERMISSIONS,
  operator: ['dashboard:read'],
}

/** Returns whether a value is one of the three specified roles (section 6). Users with other roles have no permissions. */
export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value)
}

const ROLE_LABELS: Record<Role, string> = { staff: 'Staff', admin: 'Administrador', operator: 'Operador' }

/** Returns the displayed name of a role, or the value itself if the role is unknown. */
export const getRoleLabel = (role: string): string => (isRole(role) ? ROLE_LABELS[role] : role)

/** Returns the permissions that the specification gives a role (section 6). Returns an empty list for an unknown role. */
export function getRolePermissions(role: string): readonly string[] {
  return isRole(role) ? PERMISSIONS_BY_ROLE[role] : []
}

/** Returns the permissions of a role on the Prosa server: the specified ones, and EXTENSION_PERMISSIONS for staff and admin. */
export const getExtendedRolePermissions = (role: string): readonly string[] =>
  (MANAGER_ROLES as readonly string[]).includes(role)
    ? [...getRolePermissions(role), ...EXTENSION_PERMISSIONS]
    : getRolePermissions(role)

/**
 * Returns whether a user has a permission. If the server sent permissions with the user, they replace those of the user's role (gap G33).
 */
export function hasPermission(
  user: { role: string; permissions?: readonly string[] | null | undefined },
  permission: Permission | ExtensionPermission,
): boolean {
  return (user.permissions ?? getRolePermissions(user.role)).includes(permission)
}
