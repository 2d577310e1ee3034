/** Roles of section 6. */
export const ROLES = ['staff', 'admin', 'operator'] as const
export type Role = (typeof ROLES)[number]

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

const PERMISSIONS_OF_ROLE: Record<Role, readonly Permission[]> = {
  staff: PERMISSIONS,
  admin: PERMISSIONS,
  operator: ['dashboard:read'],
}

/** True for the three roles of section 6; any other value has no permission and opens no page that lists roles. */
export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value)
}

/** What a role may do; an unknown role may do nothing (section 6). */
export function permissionsOf(role: string): readonly string[] {
  return isRole(role) ? PERMISSIONS_OF_ROLE[role] : []
}

/** Permissions sent with the user win over those of the role (gap G33). */
export function hasPermission(
  user: { role: string; permissions?: readonly string[] | null | undefined },
  permission: Permission,
): boolean {
  return (user.permissions ?? permissionsOf(user.role)).includes(permission)
}

/**
 * Who may make a call.
 * - `public`: anybody.
 * - `session`: any signed-in user of the tenant.
 * - `roles`: a signed-in user with one of these roles.
 * - `permission`: a signed-in user who has it.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] }
  | { readonly kind: 'permission'; readonly permission: Permission }

export const anyone: Access = { kind: 'public' }
export const rolesOnly = (...roles: Role[]): Access => ({ kind: 'roles', roles })
export const needs = (permission: Permission): Access => ({ kind: 'permission', permission })
