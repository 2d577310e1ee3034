import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'

/** Whether the server may have the knowledge passages that support a message. Only messages that an agent wrote have such passages. */
export const canHaveSources = ({ role, manual, revoked_at, type }: Message): boolean =>
  !isLeadRole(role) && !manual && !revoked_at && type !== 'system' && type !== 'reaction'
