import { MANAGERS, ROLES, type Role } from './role-names.ts'

// Apart, so that the table of pages, which the sign-in page loads, does not bring the permissions along.
export { MANAGERS, ROLES, type Role }

/** Permission strings, `area:action` (ROLE-02, ROLE-06). */
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

/** Ours (3-team §2), appended to the twelve for staff and admin: sent with the user, so a provider that knows the twelve only grants none. */
export const OWN_PERMISSIONS = [
  'users:manage',
  'teams:manage',
  'security:manage',
  'audit:read',
  'leads:assign',
  'leads:import',
  'leads:export',
  'integrations:manage',
] as const
export type OwnPermission = (typeof OWN_PERMISSIONS)[number]

const PERMISSIONS_OF_ROLE: Record<Role, readonly Permission[]> = {
  staff: PERMISSIONS,
  admin: PERMISSIONS,
  operator: ['dashboard:read'],
}

/** True for the three roles of section 6; any other value has no permission and opens no page that lists roles. */
export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value)
}

const ROLE_NAMES: Record<Role, string> = { staff: 'Staff', admin: 'Administrador', operator: 'Operador' }

/** A role in one word; one of another provider keeps its own name. */
export const roleName = (role: string): string => (isRole(role) ? ROLE_NAMES[role] : role)

/** What a role may do; an unknown role may do nothing (section 6). */
export function permissionsOf(role: string): readonly string[] {
  return isRole(role) ? PERMISSIONS_OF_ROLE[role] : []
}

/** What our server sends with a user whose permissions were not set by hand: those of section 6, and ours. */
export const allPermissionsOf = (role: string): readonly string[] =>
  (MANAGERS as readonly string[]).includes(role) ? [...permissionsOf(role), ...OWN_PERMISSIONS] : permissionsOf(role)

/** Permissions sent with the user win over those of the role (gap G33). */
export function hasPermission(
  user: { role: string; permissions?: readonly string[] | null | undefined },
  permission: Permission | OwnPermission,
): boolean {
  return (user.permissions ?? permissionsOf(user.role)).includes(permission)
}
