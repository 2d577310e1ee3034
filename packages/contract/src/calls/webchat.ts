import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { message } from '../entities/message.ts'
import { id, querySequence, querySequenceBefore } from '../fields.ts'
import { messageContent } from '../rules/message-content.ts'

/** The public web chat of an agent (PROV-04). The lead is known by an HttpOnly cookie, made with the first message. */

const params = z.object({ agentId: id })

/** A message as a lead may see it: nothing of the inside. */
export const webchatMessage = z.extend(
  z.pick(message, {
    message_id: true,
    role: true,
    content: true,
    timestamp: true,
    type: true,
    seq: true,
    client_message_id: true,
  }),
  {
    /** First name of the person of the team who wrote it; none: the agent, or the lead. */
    person: z.nullish(z.string()),
  },
)
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
  summary: 'Mensagem do lead; Idempotency-Key garante que seja uma só.',
  params,
  body: z.object({ content: messageContent }),
  answer: success(z.object({ message: webchatMessage })),
})

/**
 * Path of the lead's event stream (Server-Sent Events): the id of a `message` event is its place, for Last-Event-ID; `typing` events have
 * none. `afterSeq` says the same at the first call.
 */
export const webchatStreamPath = '/webchat/:agentId/events'

export const webchatEvents = {
  message: webchatMessage,
  /** The agent, or a person of the team by first name. Who is not told to have stopped has stopped after TYPING_ENTRY_TTL_MS. */
  typing: z.object({ isTyping: z.boolean(), name: z.string() }),
} as const
