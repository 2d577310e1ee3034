import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from '../../constants.ts'
import { defineCall } from '../../define-call.ts'
import {
  agent,
  agentType,
  bubbleMode,
  FORBIDDEN_PHRASE_LIMITS,
  moneyQuestionTopic,
  openingHours,
  UNATTENDED_TURN_LIMITS,
} from '../../entities/agents/agent.ts'
import { id, nameText, queryFlag } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

export const getAgent = defineCall({
  name: 'getAgent',
  method: 'GET',
  path: '/agents/:id',
  summary: 'Um agente; com resumo, a menos que includeSummary seja false.',
  params: z.object({ id }),
  query: z.strictObject({ includeSummary: z.optional(queryFlag) }),
  answer: successWithData(agent),
})

const agentName = nameText(60).check(z.minLength(2))
const nullableText = (max: number) => z.nullable(z.string().check(z.trim(), z.maxLength(max)))

/** Schema of a phrase that the agent must never send. It must contain a letter or digit, because phrases are compared by their words. */
const forbiddenPhrase = z
  .string()
  .check(
    z.trim(),
    z.maxLength(FORBIDDEN_PHRASE_LIMITS.maxChars),
    z.regex(/[\p{L}\p{N}]/u, 'Escreva ao menos uma palavra.'),
    z.regex(/^[^\r\n]*$/, 'Uma frase em cada linha.'),
  )

const settingsFields = {
  persona: z.optional(nullableText(1_000)),
  instructions: z.optional(nullableText(6_000)),
  never: z.optional(z.array(forbiddenPhrase).check(z.maxLength(FORBIDDEN_PHRASE_LIMITS.maxPhrases))),
  hours: z.optional(z.nullable(z.array(openingHours).check(z.maxLength(21)))),
  model: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^[\w.:/@+-]{1,120}$/, 'Nome de modelo inválido.')))),
  use_model: z.optional(z.boolean()),
  questions: z.optional(z.array(z.string().check(z.trim(), z.minLength(3), z.maxLength(200))).check(z.maxLength(12))),
  replace_questions: z.optional(z.boolean()),
  asks_for: z.optional(moneyQuestionTopic),
  bubbles: z.optional(bubbleMode),
  turns_without_person: z.optional(z.int().check(z.gte(UNATTENDED_TURN_LIMITS.min), z.lte(UNATTENDED_TURN_LIMITS.max))),
}

/** Schema of changes to the settings that an agent's versions contain. Omitted fields stay unchanged. */
export const settingsChanges = z.strictObject(settingsFields)

const active = z.optional(z.boolean())

/** Schema of changes to an agent. Omitted fields stay unchanged. */
export const agentChanges = z.strictObject({
  name: z.optional(agentName),
  type: z.optional(agentType),
  active,
  ...settingsFields,
})

export const createAgent = defineCall({
  name: 'createAgent',
  method: 'POST',
  path: '/agents',
  summary: 'Cria um agente.',
  body: z.strictObject({ name: agentName, type: agentType, active, ...settingsFields }),
  answer: successWithData(agent),
})

export const updateAgent = defineCall({
  name: 'updateAgent',
  method: 'PUT',
  path: '/agents/:id',
  summary: 'Muda nome, tipo ou configurações de um agente.',
  params: z.object({ id }),
  body: agentChanges,
  answer: successWithData(agent),
})

export const previewAgent = defineCall({
  name: 'tryAgent',
  method: 'POST',
  path: '/agents/:id/try',
  summary: 'Conversa de teste com um agente: nada é gravado, enviado nem agendado.',
  params: z.object({ id }),
  body: z.strictObject({
    /** Messages of the test conversation, oldest first. At least the last one must be from the lead (`humano`). */
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['humano', 'AI']),
          content: z.string().check(z.minLength(1), z.maxLength(MESSAGE_MAX_CHARS)),
        }),
      )
      .check(z.minLength(1), z.maxLength(60)),
    /** Value of `state` in the previous response. Omitted in the first request. */
    state: z.optional(z.unknown()),
    /** Unsaved changes to the agent, applied only to this test conversation. */
    draft: z.optional(agentChanges),
  }),
  answer: successWithData(
    z.object({
      replies: z.array(z.string()),
      stage: z.string(),
      summary: z.string(),
      status_message: z.string(),
      attention_reason: z.nullable(z.string()),
      /** Facts about the lead that the agent would store in a real conversation. */
      lead: z.object({
        name: z.optional(z.string()),
        company: z.optional(z.string()),
        email: z.optional(z.string()),
        phone: z.optional(z.string()),
      }),
      mode: z.enum(['playbook', 'model']),
      model: z.nullable(z.string()),
      tools: z.array(z.string()),
      input_tokens: z.nullable(z.number()),
      output_tokens: z.nullable(z.number()),
      ms: z.number(),
      /** State of the test conversation, which the client sends back unchanged with the next message. */
      state: z.unknown(),
    }),
  ),
})
