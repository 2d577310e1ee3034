import * as z from 'zod/mini'
import { fileBytes, success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { choices } from '../entities/carried-shape.ts'
import { attachment, messageShape, replyTo, sendAs } from '../entities/message.ts'
import { id, mediaQuery, querySequence, querySequenceBefore } from '../fields.ts'
import { messageText } from '../rules/message-content.ts'

/** The public web chat of an agent (PROV-04). The lead is known by an HttpOnly cookie, made with the first message. */

const params = z.object({ agentId: id })

/** A message as a lead may see it: nothing of the inside. */
export const webchatMessage = z.object({
  ...messageShape,
  /** What it carries: a file, which webchatMediaPath opens, a place or a person. */
  attachment: z.nullish(
    z.omit(attachment, { url: true, thumb_url: true, duration_ms: true, state: true, reason: true, contacts: true }),
  ),
  /** First name of the person of the team who wrote it; none: the agent, or the lead. */
  person: z.nullish(z.string()),
  /** Which message it answers. */
  reply_to: z.nullish(replyTo),
  /** What the team has reacted to it with. */
  reacted: z.nullish(z.string()),
  /** What it offers to choose from. */
  choices: z.nullish(choices),
})
export type WebchatMessage = z.infer<typeof webchatMessage>

export const openWebchat = defineCall({
  name: 'openWebchat',
  method: 'GET',
  path: '/webchat/:agentId',
  summary: 'O agente e, para um lead que volta, as mensagens mais novas (até 100): depois de afterSeq, ou antes de beforeSeq.',
  params,
  query: z.strictObject({ afterSeq: z.optional(querySequence), beforeSeq: z.optional(querySequenceBefore) }),
  answer: success(
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
  summary:
    'Texto ou arquivo do lead, com sua legenda; Idempotency-Key garante que seja um só. Com muitos desconhecidos de uma vez, a recusa 429 traz X-Challenge: o pedido repetido com X-Proof (a prova de trabalho, ou a espera de Retry-After) é aceito.',
  params,
  /** `content` is the caption of a file. What goes together: rules/outgoing-message.ts. */
  body: z.object({
    content: messageText,
    file_id: z.optional(id),
    as: z.optional(sendAs),
    /** Which option of which message `content` is the title of. */
    choice: z.optional(z.object({ message_id: id, id: z.string() })),
  }),
  answer: success(z.object({ message: webchatMessage })),
})

/**
 * Path of the lead's event stream (Server-Sent Events): the id of a `message` event is its place, for Last-Event-ID; `typing` events have
 * none. `afterSeq` says the same at the first call.
 */
export const webchatStreamPath = '/webchat/:agentId/events'

/** Address of a message's file, below the API base. */
export const webchatMediaPath = '/webchat/:agentId/media/:messageId'

/** For the visitor whose conversation it is in; supports Range. */
export const getWebchatMedia = defineCall({
  name: 'getWebchatMedia',
  method: 'GET',
  path: webchatMediaPath,
  summary: 'O arquivo de uma mensagem da conversa do visitante; com size=thumb, a imagem pequena.',
  params: z.object({ agentId: id, messageId: id }),
  query: mediaQuery,
  answer: fileBytes,
  produces: 'file',
})

export const webchatEvents = {
  message: webchatMessage,
  /** One told before is another now: the team reacted to it. */
  changed: webchatMessage,
  /** The agent, or a person of the team by first name. Who is not told to have stopped has stopped after TYPING_ENTRY_TTL_MS. */
  typing: z.object({ isTyping: z.boolean(), name: z.string() }),
} as const
