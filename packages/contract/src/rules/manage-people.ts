import { MANAGERS, ROLES, type Role } from '../roles.ts'

/** Who may do what to whom among people (3-team.md, section 2). The server decides by it, and the panel shows no more than it allows. */

/** Staff and admin; whoever asks for an active one asks for that too. */
export const isManager = (role: string): boolean => (MANAGERS as readonly string[]).includes(role)

/** Roles that somebody of this role may hand out: nobody makes another into more than he is. */
export const rolesToHandOut = (role: string): readonly Role[] =>
  role === 'staff' ? ROLES : role === 'admin' ? ROLES.filter((other) => other !== 'staff') : []

/** Whether a role reaches as far as one’s own, or further: giving it away makes somebody who may do whatever the giver may. */
export const isRoleAtOrAbove = (role: string, own: string): boolean =>
  !rolesToHandOut(own).some((handed) => handed === role && handed !== own)

/** True when somebody of this role may change, switch, reset or end the access of another person of that role. */
export const mayManage = (role: string, other: string): boolean => role === 'staff' || (role === 'admin' && other !== 'staff')
