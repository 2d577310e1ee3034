import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { message } from '../../entities/conversations/message.ts'
import { locationShape } from '../../entities/conversations/structured-content-shape.ts'
import { messageTemplate, whatsappNotice, whatsappNumber } from '../../entities/whatsapp/channel.ts'
import { whatsappSignup } from '../../entities/whatsapp/whatsapp-signup.ts'
import { cursorQuery, id, listQuery, mediaQuery } from '../../fields.ts'
import { fileResponse, successWithData, successWithoutData } from '../../responses.ts'

/**
 * API endpoints for setting up an organisation's WhatsApp numbers, and for reopening a conversation with a message template. Prosa
 * extension.
 */

const metaId = (what: string) => z.string().check(z.trim(), z.regex(/^\d{5,32}$/, `${what}: só os números, como a Meta mostra.`))
const accessToken = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'O token de acesso é obrigatório.'),
    z.maxLength(1_024),
    z.regex(/^[\x21-\x7e]*$/, 'Token inválido.'),
  )
/** Schema of the secret of an organisation's own Meta app. Meta signs webhook requests with it. */
const appSecret = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{16,128}$/, 'Copie o segredo inteiro, como a Meta mostra.'))
const params = z.object({ id })

export const listWhatsappNumbers = defineCall({
  name: 'listWhatsappNumbers',
  method: 'GET',
  path: '/channels/whatsapp/numbers',
  summary: 'Números de WhatsApp da organização e o endereço que a Meta deve chamar.',
  answer: successWithData(
    z.object({
      numbers: z.array(whatsappNumber),
      /** Webhook URL to enter at Meta. `ready` is false if this server lacks the app secret or the verify token. */
      webhook: z.object({ url: z.string(), ready: z.boolean() }),
      /**
       * Unfinished connections of numbers through Meta's sign-up page, newest first. Returned only by servers with the capability `signup`.
       */
      signups: z.optional(z.array(whatsappSignup)),
    }),
  ),
})

export const createWhatsappNumber = defineCall({
  name: 'createWhatsappNumber',
  method: 'POST',
  path: '/channels/whatsapp/numbers',
  summary: 'Liga um número de WhatsApp a um agente, depois de conferir o acesso na Meta.',
  body: z.object({
    agent_id: id,
    phone_number_id: metaId('ID do número'),
    waba_id: metaId('ID da conta do WhatsApp'),
    access_token: accessToken,
    app_secret: z.optional(appSecret),
  }),
  answer: successWithData(whatsappNumber),
})

export const updateWhatsappNumber = defineCall({
  name: 'updateWhatsappNumber',
  method: 'PUT',
  path: '/channels/whatsapp/numbers/:id',
  summary: 'Troca o agente, a conta, o token de acesso ou o segredo do app de um número.',
  params,
  body: z.object({
    agent_id: z.optional(id),
    waba_id: z.optional(metaId('ID da conta do WhatsApp')),
    access_token: z.optional(accessToken),
    app_secret: z.optional(appSecret),
  }),
  answer: successWithData(whatsappNumber),
})

export const deleteWhatsappNumber = defineCall({
  name: 'deleteWhatsappNumber',
  method: 'DELETE',
  path: '/channels/whatsapp/numbers/:id',
  summary: 'Desliga um número; as conversas ficam.',
  params,
  answer: successWithoutData,
})

export const checkWhatsappNumber = defineCall({
  name: 'checkWhatsappNumber',
  method: 'POST',
  path: '/channels/whatsapp/numbers/:id/check',
  summary: 'Pergunta à Meta se o número responde, e guarda o que ela disser.',
  params,
  answer: successWithData(whatsappNumber),
})

/** Schema of the PIN for the two-step verification of a WhatsApp number. */
export const numberPin = z.string().check(z.regex(/^\d{6}$/, 'O PIN tem 6 algarismos.'))

export const registerWhatsappNumber = defineCall({
  name: 'registerWhatsappNumber',
  method: 'POST',
  path: '/channels/whatsapp/numbers/:id/register',
  summary: 'Registra um número na Meta de novo, com o PIN dele ou com um que o servidor guarda.',
  params,
  body: z.object({ pin: z.optional(numberPin) }),
  answer: successWithData(whatsappNumber),
})

export const listWhatsappNotices = defineCall({
  name: 'listWhatsappNotices',
  method: 'GET',
  path: '/channels/whatsapp/numbers/:id/notices',
  summary: 'O que a Meta disse de um número e da sua conta, do mais novo ao mais antigo.',
  params,
  query: z.object({ limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ notices: z.array(whatsappNotice), nextCursor: z.nullable(z.string()) })),
})

const conversationParams = z.object({ leadId: id, conversationId: id })

export const listTemplates = defineCall({
  name: 'listTemplates',
  method: 'GET',
  path: '/conversations/lead/:leadId/:conversationId/templates',
  summary: 'Modelos aprovados que podem reabrir esta conversa; nenhum onde o canal não os tem.',
  params: conversationParams,
  answer: successWithData(z.object({ templates: z.array(messageTemplate) })),
})

const placeholderValues = z.array(
  z.string().check(
    z.trim(),
    z.minLength(1, 'Preencha todos os campos do modelo.'),
    z.maxLength(1_024),
    // Meta rejects line breaks, tabs, NUL and five consecutive spaces in a template parameter.
    z.refine((value) => !/[\n\r\t\0]| {5}/.test(value), 'Sem quebras de linha nem tabulações.'),
  ),
)

const buttonValue = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Preencha todos os campos do modelo.'),
    z.maxLength(2_000),
    z.regex(/^[\x21-\x7e]*$/, 'Sem espaços nem acentos.'),
  )

export const sendTemplate = defineCall({
  name: 'sendTemplate',
  method: 'POST',
  path: '/conversations/lead/:leadId/:conversationId/template',
  acceptsIdempotencyKey: true,
  summary: 'Envia um modelo aprovado, preenchido; Idempotency-Key garante que seja um só.',
  params: conversationParams,
  body: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(512)),
    language: z.string().check(z.minLength(2), z.maxLength(20)),
    /** Values for the placeholders in the template's texts, in the order of `places`. */
    header: z.optional(placeholderValues),
    body: z.optional(placeholderValues),
    /** File for the template's header, uploaded before with `POST /files`. */
    header_file_id: z.optional(id),
    /** Location for the template's header; name and address are required (rules/conversations/location.ts). */
    header_location: z.optional(locationShape),
    /** Values for the variable parts of buttons (end of the URL, or code). `index` is the button's index from 0. */
    buttons: z.optional(
      z.array(z.object({ index: z.int().check(z.gte(0), z.lte(9)), value: buttonValue })).check(z.maxLength(10)),
    ),
  }),
  answer: successWithData(z.object({ message })),
})

/** Path of a message's file, relative to the API's base path. */
export const mediaPath = '/media/:messageId'

/** Returns the file of a message. Every signed-in user of the organisation may request it. Supports Range requests. */
export const getMedia = defineCall({
  name: 'getMedia',
  method: 'GET',
  path: mediaPath,
  summary: 'O arquivo de uma mensagem; com size=thumb, a imagem pequena.',
  params: z.object({ messageId: id }),
  query: mediaQuery,
  answer: fileResponse,
  produces: 'file',
})
