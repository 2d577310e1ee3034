import { isRole, ROLES, type Role } from '@prosa/contract/roles'

const NAMES: Record<Role, string> = { staff: 'Staff', admin: 'Administrador', operator: 'Operador' }

const LABELS: Record<Role, string> = {
  staff: NAMES.staff,
  admin: `${NAMES.admin} (admin)`,
  operator: `${NAMES.operator} (operator)`,
}

/** A role in one word, where there is no room for its code. */
export const roleName = (role: string): string => (isRole(role) ? NAMES[role] : role)

/** A role in words; one of another provider keeps its own name. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : role)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: LABELS[value] }))

/** What a role opens, where it is chosen. */
export const ROLE_HINTS: Record<Role, string> = {
  staff: 'Agentes, conversas, dashboard e convites.',
  admin: 'Agentes e conversas.',
  operator: 'Agentes e conversas.',
}
