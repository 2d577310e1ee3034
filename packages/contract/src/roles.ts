import { MANAGER_ROLES, ROLES, type Role } from './role-names.ts'

// In its own file, so that the table of pages, which the sign-in page loads, does not load the permissions.
export { MANAGER_ROLES, ROLES, type Role }

/** Permissions in the format `area:action` (ROLE-02, ROLE-06). */
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
 * Prosa extension (3-team §2): permissions of staff and admin in addition to the twelve. Sent with the user, so that they are not granted
 * with a provider that knows only the twelve.
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

/**
 * Returns whether a value is one of the three roles of section 6. Other roles have no permissions and cannot open pages that list roles.
 */
export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value)
}

const ROLE_LABELS: Record<Role, string> = { staff: 'Staff', admin: 'Administrador', operator: 'Operador' }

/** Returns the displayed name of a role. Returns an unknown role unchanged. */
export const getRoleLabel = (role: string): string => (isRole(role) ? ROLE_LABELS[role] : role)

/** Returns the permissions of a role; none for an unknown role (section 6). */
export function getRolePermissions(role: string): readonly string[] {
  return isRole(role) ? PERMISSIONS_BY_ROLE[role] : []
}

/** Returns the permissions that the Prosa server sends with a user without individual ones: those of section 6 and EXTENSION_PERMISSIONS. */
export const getExtendedRolePermissions = (role: string): readonly string[] =>
  (MANAGER_ROLES as readonly string[]).includes(role)
    ? [...getRolePermissions(role), ...EXTENSION_PERMISSIONS]
    : getRolePermissions(role)

/** Returns whether a user has a permission. Permissions sent with the user override those of the role (gap G33). */
export function hasPermission(
  user: { role: string; permissions?: readonly string[] | null | undefined },
  permission: Permission | ExtensionPermission,
): boolean {
  return (user.permissions ?? getRolePermissions(user.role)).includes(permission)
}
