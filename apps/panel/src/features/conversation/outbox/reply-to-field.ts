import type { UnsentMessage } from './outbox.ts'

/** Returns the request field `reply_to` with the id of the message to which the entry replies, or an empty object. */
export const getReplyToField = ({ replyTo }: Pick<UnsentMessage, 'replyTo'>): { reply_to?: string } =>
  replyTo?.message_id ? { reply_to: replyTo.message_id } : {}
