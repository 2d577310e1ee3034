import { isRole, ROLES, type Role, roleName } from '@prosa/contract/roles'

const LABELS: Record<Role, string> = {
  staff: roleName('staff'),
  admin: `${roleName('admin')} (admin)`,
  operator: `${roleName('operator')} (operator)`,
}

/** A role in words; one of another provider keeps its own name. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : role)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: LABELS[value] }))

/** What a role opens, where it is chosen. */
export const ROLE_HINTS: Record<Role, string> = {
  staff: 'Agentes, conversas, dashboard e convites.',
  admin: 'Conversas, ajustes dos agentes e da organização.',
  operator: 'Agentes e conversas.',
}
