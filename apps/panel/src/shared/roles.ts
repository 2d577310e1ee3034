import { isRole, ROLES, type Role, roleName } from '@prosa/contract/roles'

const LABELS: Record<Role, string> = {
  staff: roleName('staff'),
  admin: `${roleName('admin')} (admin)`,
  operator: `${roleName('operator')} (operator)`,
}

/** Returns the display name of a role. An unknown role of another provider is shown as received. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : role)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: LABELS[value] }))

/** Descriptions of the roles in the selection of a role. */
export const ROLE_HINTS: Record<Role, string> = {
  staff: 'Agentes, conversas, dashboard e convites.',
  admin: 'Conversas, ajustes dos agentes e da organização.',
  operator: 'Agentes e conversas.',
}
