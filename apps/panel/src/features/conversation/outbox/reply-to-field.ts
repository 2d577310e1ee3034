import type { UnsentMessage } from './outbox.ts'

/** Returns the request field for the answered message, if there is one. */
export const getReplyToField = ({ replyTo }: Pick<UnsentMessage, 'replyTo'>): { reply_to?: string } =>
  replyTo?.message_id ? { reply_to: replyTo.message_id } : {}
