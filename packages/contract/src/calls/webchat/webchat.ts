import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { attachment, publicMessageFields, replyTo, sentMediaType } from '../../entities/conversations/message.ts'
import { choices } from '../../entities/conversations/structured-content-shape.ts'
import { afterSeqParam, beforeSeqParam, id, mediaQuery } from '../../fields.ts'
import { fileResponse, successWithData } from '../../responses.ts'
import { messageText } from '../../rules/conversations/message-text.ts'

/** Calls of an agent's public web chat (PROV-04). An HttpOnly cookie, set with the first message, identifies the lead. */

const params = z.object({ agentId: id })

/** A message as sent to the lead, without internal fields. */
export const webchatMessage = z.object({
  ...publicMessageFields,
  /** File (at webchatMediaPath), location or contact of the message. */
  attachment: z.nullish(
    z.omit(attachment, { url: true, thumb_url: true, duration_ms: true, state: true, reason: true, contacts: true }),
  ),
  /** First name of the team member who wrote the message. Absent if the agent or the lead wrote it. */
  person: z.nullish(z.string()),
  /** Message that this one replies to. */
  reply_to: z.nullish(replyTo),
  /** Emoji of the team's reaction to this message. */
  reacted: z.nullish(z.string()),
  /** Options that the message offers. */
  choices: z.nullish(choices),
})
export type WebchatMessage = z.infer<typeof webchatMessage>

export const openWebchat = defineCall({
  name: 'openWebchat',
  method: 'GET',
  path: '/webchat/:agentId',
  summary: 'O agente e, para um lead que volta, as mensagens mais novas (até 100): depois de afterSeq, ou antes de beforeSeq.',
  params,
  query: z.strictObject({ afterSeq: z.optional(afterSeqParam), beforeSeq: z.optional(beforeSeqParam) }),
  answer: successWithData(
    z.object({
      agent: z.object({ name: z.string(), company: z.string() }),
      messages: z.array(webchatMessage),
      /** True when this browser already has a conversation here. */
      returning: z.boolean(),
    }),
  ),
})

export const sendWebchatMessage = defineCall({
  name: 'sendWebchatMessage',
  method: 'POST',
  path: '/webchat/:agentId/messages',
  takesKey: true,
  summary:
    'Texto ou arquivo do lead, com sua legenda; Idempotency-Key garante que seja um só. Com muitos desconhecidos de uma vez, a recusa 429 traz X-Challenge: o pedido repetido com X-Proof (a prova de trabalho, ou a espera de Retry-After) é aceito.',
  params,
  /** `content` is the caption if there is a file. rules/conversations/outgoing-message.ts defines which fields may be combined. */
  body: z.object({
    content: messageText,
    file_id: z.optional(id),
    as: z.optional(sentMediaType),
    /** Chosen option and the message that offered it; `content` is the option's title. */
    choice: z.optional(z.object({ message_id: id, id: z.string() })),
  }),
  answer: successWithData(z.object({ message: webchatMessage })),
})

/**
 * Path of the lead's event stream (Server-Sent Events). The id of a `message` event is its position, which the browser returns as
 * Last-Event-ID; `typing` events have no id. `afterSeq` is the position for the first connection.
 */
export const webchatStreamPath = '/webchat/:agentId/events'

/** Path of a message's file, relative to the API base. */
export const webchatMediaPath = '/webchat/:agentId/media/:messageId'

/** Only the visitor of the conversation may fetch the file. Supports Range requests. */
export const getWebchatMedia = defineCall({
  name: 'getWebchatMedia',
  method: 'GET',
  path: webchatMediaPath,
  summary: 'O arquivo de uma mensagem da conversa do visitante; com size=thumb, a imagem pequena.',
  params: z.object({ agentId: id, messageId: id }),
  query: mediaQuery,
  answer: fileResponse,
  produces: 'file',
})

export const webchatEvents = {
  message: webchatMessage,
  /** A message that was sent before has changed, for example by a reaction of the team. */
  changed: webchatMessage,
  /** The agent or a team member (by first name) starts or stops typing. Without a stop event, typing ends after TYPING_ENTRY_TTL_MS. */
  typing: z.object({ isTyping: z.boolean(), name: z.string() }),
} as const
