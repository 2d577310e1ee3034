import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'

/** Whether a message may have source passages: only an agent's own messages have. */
export const canHaveSources = ({ role, manual, revoked_at, type }: Message): boolean =>
  !isLeadRole(role) && !manual && !revoked_at && type !== 'system' && type !== 'reaction'
