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

/** Sources of the agents' answers, and questions without an answer (2-agents.md, section 5). Prosa extension. */

const params = z.object({ id })
const agentIds = z.nullable(z.array(id).check(z.maxLength(100)))

/** Newest first. */
export const listSources = defineCall({
  name: 'listSources',
  method: 'GET',
  path: '/knowledge/sources',
  summary: 'As fontes de conhecimento da organização, da mais nova à mais antiga.',
  query: z.strictObject({ agent_id: z.optional(id), limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ sources: z.array(knowledgeSource), nextCursor: z.nullable(z.string()) })),
})

/** Content of a source: one field, depending on its kind. `file_id`: a completely uploaded file that the same user announced. */
const sourceContentFields = {
  text: z.optional(sourceText),
  file_id: z.optional(id),
  url: z.optional(pageUrl),
  refresh: z.optional(pageRefresh),
}

/** Accepts an `Idempotency-Key`. */
export const createSource = defineCall({
  name: 'createSource',
  method: 'POST',
  path: '/knowledge/sources',
  takesKey: true,
  summary: 'Acrescenta uma fonte; ela é lida em seguida.',
  body: z.object({
    kind: sourceKind,
    title: sourceTitle,
    agent_ids: z.optional(agentIds),
    ...sourceContentFields,
  }),
  answer: successWithData(knowledgeSource),
})

/** Includes the text of a source that was written by hand. */
export const getSource = defineCall({
  name: 'getSource',
  method: 'GET',
  path: '/knowledge/sources/:id',
  summary: 'Uma fonte, com o texto que foi escrito nela.',
  params,
  answer: successWithData(z.extend(knowledgeSource, { text: z.nullable(z.string()) })),
})

/** A new text, file or URL is read in the background. Until then agents answer from the previous passages. */
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

/** In the order of the source. */
export const listPassages = defineCall({
  name: 'listPassages',
  method: 'GET',
  path: '/knowledge/sources/:id/passages',
  summary: 'Os trechos de uma fonte, na ordem em que estão nela.',
  params,
  query: z.strictObject({ limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ passages: z.array(passage), nextCursor: z.nullable(z.string()) })),
})

/** The edited text applies as long as the source's text does not change. Sending the source's own text removes the edit. */
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
 * Previews the answer to a question: the passages found, and the text that an agent without a model would send, taken from the passages in
 * `from`. `said` is null if the agent would reply that it does not know. Changes nothing.
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

/** Most recently asked first. */
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

/** With `answer`, the question and its answer are added to the source 'Aprendido com a equipe'. `open` reverts a dismissal. */
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

/** The passages on which an agent's message is based, as they were when it was sent. */
export const getMessageGrounding = defineCall({
  name: 'messageBasis',
  method: 'GET',
  path: '/messages/:messageId/basis',
  summary: 'De onde veio uma resposta do agente, como estava quando foi dita.',
  params: z.object({ messageId: id }),
  answer: successWithData(messageOrigin),
})
