import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { attachment, publicMessageFields, replyTo, sentMediaType } from '../../entities/conversations/message.ts'
import { choices } from '../../entities/conversations/structured-content-shape.ts'
import { afterSeqParam, beforeSeqParam, id, mediaQuery } from '../../fields.ts'
import { fileResponse, successWithData } from '../../responses.ts'
import { messageText } from '../../rules/conversations/message-text.ts'

/** API endpoints of an agent's public web chat (PROV-04). An HttpOnly cookie, set with the first message, identifies the visitor. */

const params = z.object({ agentId: id })

/** A message as visitors of the web chat receive it, without internal fields. */
export const webchatMessage = z.object({
  ...publicMessageFields,
  /** File, location or contact. The bytes of a file are at webchatMediaPath. */
  attachment: z.nullish(
    z.omit(attachment, { url: true, thumb_url: true, duration_ms: true, state: true, reason: true, contacts: true }),
  ),
  /** First name of the team member who wrote the message. Absent if the agent or the lead wrote it. */
  person: z.nullish(z.string()),
  /** Quoted message, if this message is a reply. */
  reply_to: z.nullish(replyTo),
  /** Emoji with which the team reacted to this message. */
  reacted: z.nullish(z.string()),
  /** Answer options that the message offers. */
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
      /** Whether this browser already has a conversation with the agent. */
      returning: z.boolean(),
    }),
  ),
})

export const sendWebchatMessage = defineCall({
  name: 'sendWebchatMessage',
  method: 'POST',
  path: '/webchat/:agentId/messages',
  acceptsIdempotencyKey: true,
  summary:
    'Texto ou arquivo do lead, com sua legenda; Idempotency-Key garante que seja um só. Com muitos desconhecidos de uma vez, a recusa 429 traz X-Challenge: o pedido repetido com X-Proof (a prova de trabalho, ou a espera de Retry-After) é aceito.',
  params,
  /** `content` is the caption if `file_id` is set. rules/conversations/outgoing-message.ts defines which fields may be combined. */
  body: z.object({
    content: messageText,
    file_id: z.optional(id),
    as: z.optional(sentMediaType),
    /** The option that the lead chose, and the id of the message that offered it. `content` is then the option's title. */
    choice: z.optional(z.object({ message_id: id, id: z.string() })),
  }),
  answer: successWithData(z.object({ message: webchatMessage })),
})

/**
 * Path of the event stream for a web chat visitor (Server-Sent Events). The stream begins after the position in `afterSeq`, or in
 * Last-Event-ID when the browser reconnects. Positions are the ids of `message` events; `typing` events have no id.
 */
export const webchatStreamPath = '/webchat/:agentId/events'

/** Path of the file of a web chat message, relative to the API's base path. */
export const webchatMediaPath = '/webchat/:agentId/media/:messageId'

/** Returns the file of a web chat message. Only the visitor of that conversation may request it. Supports Range requests. */
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
  /** A message that was sent before and has changed since, for example by a reaction of the team. */
  changed: webchatMessage,
  /** The agent or a team member (by first name) started or stopped typing. Without a stop event, typing ends after TYPING_ENTRY_TTL_MS. */
  typing: z.object({ isTyping: z.boolean(), name: z.string() }),
} as const
