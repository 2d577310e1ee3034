import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { message } from '../../entities/conversations/message.ts'
import { id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

const EMOJI_MAX_CHARS = 32

/**
 * Sets the team's only reaction to a message. Removes the reaction if `emoji` is null. Available only on servers with the capability
 * `reactions`.
 */
export const setReaction = defineCall({
  name: 'setReaction',
  method: 'PUT',
  path: '/conversations/lead/:leadId/:conversationId/messages/:messageId/reaction',
  summary: 'Reage a uma mensagem com um emoji, ou retira a reação; ninguém é pausado, e nenhuma mensagem é contada.',
  params: z.object({ leadId: id, conversationId: id, messageId: id }),
  body: z.object({ emoji: z.nullable(z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX_CHARS))) }),
  answer: successWithData(z.object({ message })),
})
