import { isRole, ROLES, type Role } from '@prosa/contract/roles'

const LABELS: Record<Role, string> = {
  staff: 'Staff',
  admin: 'Administrador (admin)',
  operator: 'Operador (operator)',
}

/** A role in words; one of another provider keeps its own name. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : role)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: LABELS[value] }))

/** What a role opens, where it is chosen. */
export const ROLE_HINTS: Record<Role, string> = {
  staff: 'Agentes, conversas, dashboard e convites.',
  admin: 'Agentes e conversas.',
  operator: 'Agentes e conversas.',
}
