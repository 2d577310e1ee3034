import type { Unsent } from './outbox.ts'

/** Which message it answers, as it is sent. */
export const answered = ({ replyTo }: Pick<Unsent, 'replyTo'>): { reply_to?: string } =>
  replyTo?.message_id ? { reply_to: replyTo.message_id } : {}
