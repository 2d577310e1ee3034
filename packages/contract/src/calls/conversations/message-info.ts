import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { messageInfo } from '../../entities/conversations/message-info.ts'
import { id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * Returns delivery times, the channel's charge and earlier texts of a message. Available only on servers with the capability
 * `message_info`.
 */
export const getMessageInfo = defineCall({
  name: 'getMessageInfo',
  method: 'GET',
  path: '/conversations/lead/:leadId/:conversationId/messages/:messageId/info',
  summary: 'O que se sabe de uma mensagem: entrega, cobrança e como estava escrita antes.',
  params: z.object({ leadId: id, conversationId: id, messageId: id }),
  answer: successWithData(messageInfo),
})
