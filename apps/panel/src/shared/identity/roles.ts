import { getRoleLabel, isRole, ROLES, type Role } from '@prosa/contract/roles'

const ROLE_LABELS: Record<Role, string> = {
  staff: getRoleLabel('staff'),
  admin: `${getRoleLabel('admin')} (admin)`,
  operator: `${getRoleLabel('operator')} (operator)`,
}

/** Returns the display name of a role. A role that is not in the contract is returned unchanged. */
export const getRoleLabelWithKey = (role: string): string => (isRole(role) ? ROLE_LABELS[role] : role)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))

/** Descriptions of the roles, shown where a role is selected. */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  staff: 'Agentes, conversas, dashboard e convites.',
  admin: 'Conversas, ajustes dos agentes e da organização.',
  operator: 'Agentes e conversas.',
}
