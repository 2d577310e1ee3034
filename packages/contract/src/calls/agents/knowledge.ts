import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import {
  KNOWLEDGE_LIMITS,
  knowledgeQuestion,
  knowledgeSource,
  messageOrigin,
  pageRefresh,
  pageUrl,
  passage,
  sourceKind,
  sourceText,
  sourceTitle,
} from '../../entities/agents/knowledge.ts'
import { cursorQuery, id, listQuery, plainText } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/**
 * API endpoints for knowledge sources (texts from which agents answer) and for leads' questions that no source answers (2-agents.md,
 * section 5). Prosa extension.
 */

const params = z.object({ id })
const agentIds = z.nullable(z.array(id).check(z.maxLength(100)))

/** Returns the organisation's knowledge sources, newest first. */
export const listSources = defineCall({
  name: 'listSources',
  method: 'GET',
  path: '/knowledge/sources',
  summary: 'As fontes de conhecimento da organização, da mais nova à mais antiga.',
  query: z.strictObject({ agent_id: z.optional(id), limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ sources: z.array(knowledgeSource), nextCursor: z.nullable(z.string()) })),
})

/**
 * Content of a knowledge source. A request sends only the fields for the source's kind. `file_id`: a file that the same user has uploaded
 * completely.
 */
const sourceContentFields = {
  text: z.optional(sourceText),
  file_id: z.optional(id),
  url: z.optional(pageUrl),
  refresh: z.optional(pageRefresh),
}

/** Adds a knowledge source. The server reads its content in the background. Accepts an `Idempotency-Key`. */
export const createSource = defineCall({
  name: 'createSource',
  method: 'POST',
  path: '/knowledge/sources',
  acceptsIdempotencyKey: true,
  summary: 'Acrescenta uma fonte; ela é lida em seguida.',
  body: z.object({
    kind: sourceKind,
    title: sourceTitle,
    agent_ids: z.optional(agentIds),
    ...sourceContentFields,
  }),
  answer: successWithData(knowledgeSource),
})

/** Returns a knowledge source. `text` is the text that a user entered; null for a file or web page. */
export const getSource = defineCall({
  name: 'getSource',
  method: 'GET',
  path: '/knowledge/sources/:id',
  summary: 'Uma fonte, com o texto que foi escrito nela.',
  params,
  answer: successWithData(z.extend(knowledgeSource, { text: z.nullable(z.string()) })),
})

/** Changes a knowledge source. The server reads new content in the background; until then, agents answer from the previous content. */
export const updateSource = defineCall({
  name: 'updateSource',
  method: 'PUT',
  path: '/knowledge/sources/:id',
  summary: 'Muda nome, agentes ou conteúdo de uma fonte.',
  params,
  body: z.object({ title: z.optional(sourceTitle), agent_ids: z.optional(agentIds), ...sourceContentFields }),
  answer: successWithData(knowledgeSource),
})

export const deleteSource = defineCall({
  name: 'deleteSource',
  method: 'DELETE',
  path: '/knowledge/sources/:id',
  summary: 'Apaga uma fonte e os seus trechos.',
  params,
  answer: successWithoutData,
})

export const refreshSource = defineCall({
  name: 'refreshSource',
  method: 'POST',
  path: '/knowledge/sources/:id/refresh',
  summary: 'Lê a fonte de novo.',
  params,
  answer: successWithData(knowledgeSource),
})

/** Returns the passages of a knowledge source (its text, split into parts), in text order. */
export const listPassages = defineCall({
  name: 'listPassages',
  method: 'GET',
  path: '/knowledge/sources/:id/passages',
  summary: 'Os trechos de uma fonte, na ordem em que estão nela.',
  params,
  query: z.strictObject({ limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ passages: z.array(passage), nextCursor: z.nullable(z.string()) })),
})

/**
 * Replaces the text of a passage. The edit is discarded when the source changes this passage, or when a request sends the source's own
 * text.
 */
export const updatePassage = defineCall({
  name: 'changePassage',
  method: 'PUT',
  path: '/knowledge/passages/:id',
  summary: 'Corrige um trecho; vale enquanto a fonte disser o que diz agora.',
  params,
  body: z.object({
    text: plainText(KNOWLEDGE_LIMITS.passageChars).check(z.trim(), z.minLength(1, 'Escreva o trecho.')),
    question: z.nullish(plainText(KNOWLEDGE_LIMITS.questionChars).check(z.trim())),
  }),
  answer: successWithData(passage),
})

/**
 * Previews the answer to a question without storing anything. `passages`: passages found. `said`: reply of an agent without a language
 * model; null if it would reply that it does not know. `from`: ids of the passages used in `said`.
 */
export const previewKnowledgeAnswer = defineCall({
  name: 'askKnowledge',
  method: 'POST',
  path: '/knowledge/ask',
  summary: 'Experimenta uma pergunta: o que se acha, e o que o agente escrito diria.',
  body: z.object({
    question: plainText(KNOWLEDGE_LIMITS.questionChars).check(z.trim(), z.minLength(2)),
    agent_id: z.nullish(id),
  }),
  answer: successWithData(z.object({ passages: z.array(passage), said: z.nullable(z.string()), from: z.optional(z.array(id)) })),
})

/** Returns leads' questions that no passage answers, those asked most recently first. */
export const listQuestions = defineCall({
  name: 'listQuestions',
  method: 'GET',
  path: '/knowledge/questions',
  summary: 'O que os leads perguntaram e ninguém sabia.',
  query: z.strictObject({
    state: z.optional(z.enum(['waiting', 'answered', 'dismissed'])),
    limit: listQuery.limit,
    ...cursorQuery,
  }),
  answer: successWithData(z.object({ questions: z.array(knowledgeQuestion), nextCursor: z.nullable(z.string()) })),
})

/**
 * Changes the state of a lead's question. With `answer`, question and answer are added to the knowledge source 'Aprendido com a equipe'.
 * The state `open` restores a dismissed question.
 */
export const updateQuestion = defineCall({
  name: 'settleQuestion',
  method: 'PATCH',
  path: '/knowledge/questions/:id',
  summary: 'Responde uma pergunta, que passa a ser conhecimento, ou a dispensa, ou a traz de volta.',
  params,
  body: z.object({
    state: z.enum(['answered', 'dismissed', 'open']),
    answer: z.optional(plainText(KNOWLEDGE_LIMITS.passageChars).check(z.trim())),
  }),
  answer: successWithData(knowledgeQuestion),
})

/** Returns the passages on which an agent's message is based, as they were when the message was sent. */
export const getMessageGrounding = defineCall({
  name: 'messageBasis',
  method: 'GET',
  path: '/messages/:messageId/basis',
  summary: 'De onde veio uma resposta do agente, como estava quando foi dita.',
  params: z.object({ messageId: id }),
  answer: successWithData(messageOrigin),
})
