import { isLeadRole, type Message } from '@prosa/contract/entities/message'

/** Only what an agent said of itself has a basis; whatever a person wrote is theirs. */
export const mayHaveBasis = ({ role, manual, revoked_at, type }: Message): boolean =>
  !isLeadRole(role) && !manual && !revoked_at && type !== 'system' && type !== 'reaction'
