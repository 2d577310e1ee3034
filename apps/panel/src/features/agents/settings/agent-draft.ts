import { createAgent } from '@prosa/contract/calls/agents/agent'
import type { CallBody } from '@prosa/contract/define-call'
import {
  type Agent,
  agentType,
  bubbleMode,
  FORBIDDEN_PHRASE_LIMITS,
  moneyQuestionTopic,
  openingHours,
  UNATTENDED_TURN_LIMITS,
} from '@prosa/contract/entities/agents/agent'
import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import * as z from 'zod/mini'

/** Functions for the values of an agent's settings form. All are pure. */

const createTextSchema = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`))

/** Parses a text of digits as a number; returns NaN for any other text. */
const parseDigits = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const MAX_QUESTIONS = 12
export const MAX_HOUR_ROWS = 21

/** Validation schema of the settings form. It applies the contract's rules, with error messages for users. */
export const agentDraftSchema = z
  .object({
    name: createTextSchema(60).check(z.minLength(2, 'Use pelo menos 2 caracteres.')),
    type: agentType,
    active: z.boolean(),
    persona: createTextSchema(1_000),
    instructions: createTextSchema(6_000),
    /** Phrases that the agent must never write, one per line. Undefined if the server does not support this setting. */
    never: z.optional(
      z.string().check(
        z.refine(
          (text) => splitLines(text).length <= FORBIDDEN_PHRASE_LIMITS.maxPhrases,
          `Use no máximo ${FORBIDDEN_PHRASE_LIMITS.maxPhrases} frases.`,
        ),
        z.refine(
          (text) => createAgent.body.shape.never.safeParse(splitLines(text).slice(0, FORBIDDEN_PHRASE_LIMITS.maxPhrases)).success,
          `Escreva palavras, até ${FORBIDDEN_PHRASE_LIMITS.maxChars} caracteres em cada linha.`,
        ),
      ),
    ),
    hasHours: z.boolean(),
    hours: z.array(openingHours).check(z.maxLength(MAX_HOUR_ROWS)),
    use_model: z.boolean(),
    model: z.string().check(
      z.trim(),
      z.refine((name) => name === '' || createAgent.body.shape.model.safeParse(name).success, 'Nome de modelo inválido.'),
    ),
    questions: z.array(z.object({ text: createTextSchema(200).check(z.minLength(3, 'Escreva a pergunta, ou remova-a.')) })),
    replace_questions: z.boolean(),
    asks_for: moneyQuestionTopic,
    /** How replies are split into message bubbles. Undefined if the server does not support this setting. */
    bubbles: z.optional(bubbleMode),
    /**
     * Number of replies (turns) after which the agent calls a team member, as typed text. Undefined if the server does not support this
     * setting.
     */
    turns_without_person: z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => createAgent.body.shape.turns_without_person.safeParse(parseDigits(text)).success,
            `Use um número de ${UNATTENDED_TURN_LIMITS.min} a ${UNATTENDED_TURN_LIMITS.max}.`,
          ),
        ),
    ),
  })
  .check(
    z.refine(({ hasHours, hours }) => !hasHours || hours.length > 0, {
      error: 'Adicione ao menos um horário.',
      path: ['hasHours'],
    }),
  )

export type AgentDraft = z.output<typeof agentDraftSchema>

export const NEW_AGENT_DRAFT: AgentDraft = {
  name: '',
  type: 'SDR',
  active: true,
  persona: '',
  instructions: '',
  never: '',
  hasHours: false,
  hours: [],
  use_model: true,
  model: '',
  questions: [],
  replace_questions: false,
  asks_for: 'auto',
  bubbles: 'one',
  turns_without_person: String(UNATTENDED_TURN_LIMITS.defaultValue),
}

/**
 * Returns the initial values of the settings form. Returns null if the server sends no settings, for example because this user may not see
 * them.
 */
export function toAgentDraft({ name, type, active, settings }: Agent): AgentDraft | null {
  if (!settings) return null
  return {
    name,
    type: type === 'POST_SALE' ? 'POS_VENDA' : type,
    active,
    persona: settings.persona ?? '',
    instructions: settings.instructions ?? '',
    never: settings.never?.join('\n'),
    hasHours: settings.hours !== null,
    hours: settings.hours ?? [],
    use_model: settings.use_model,
    model: settings.model ?? '',
    questions: settings.questions.map((text) => ({ text })),
    replace_questions: settings.replace_questions,
    asks_for: settings.asks_for,
    bubbles: settings.bubbles,
    turns_without_person: settings.turns_without_person?.toString(),
  }
}

/** Returns the agent with the settings of its unpublished draft. Without a draft, returns the agent unchanged. */
export const applySettingsDraft = (agent: Agent, draft: SettingsDraft | null): Agent =>
  agent.settings && draft ? { ...agent, settings: { ...agent.settings, ...draft.settings } } : agent

type AgentBody = CallBody<typeof createAgent>

/** Converts form values to a request body. Empty persona, instructions and model become null. */
export const toAgentBody = ({
  hasHours,
  hours,
  questions,
  persona,
  instructions,
  never,
  model,
  turns_without_person,
  ...unchangedFields
}: AgentDraft): AgentBody => ({
  ...unchangedFields,
  ...(turns_without_person === undefined ? {} : { turns_without_person: parseDigits(turns_without_person) }),
  ...(never === undefined ? {} : { never: splitLines(never) }),
  persona: persona.trim() || null,
  instructions: instructions.trim() || null,
  model: model.trim() || null,
  hours: hasHours ? hours.map(({ day, from, to }) => ({ day, from, to })) : null,
  questions: questions.map(({ text }) => text),
})

/** Returns only the changed fields for the request, so that it does not overwrite changes that someone else made to other fields. */
export function getAgentChanges(before: AgentDraft, after: AgentDraft): Partial<AgentBody> {
  const [saved, updated] = [toAgentBody(before), toAgentBody(after)]
  return Object.fromEntries(
    Object.entries(updated).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof AgentBody])),
  )
}
