import type { KnowledgeQuestion, KnowledgeSource, Passage } from '@prosa/contract/entities/agents/knowledge'
import type { knowledgePassages, knowledgeQuestions, knowledgeSources } from '../../platform/database/schema/agents/knowledge.ts'

export type SourceRow = typeof knowledgeSources.$inferSelect
export type QuestionRow = typeof knowledgeQuestions.$inferSelect

/** Converts a knowledge source row to the API format. `changedBy`: name of the user who changed it last. */
export const presentSource = (row: SourceRow, changedBy: string | null): KnowledgeSource => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  filename: row.filename,
  url: row.url,
  refresh: row.refresh,
  agent_ids: row.agentIds,
  state: row.state,
  error: row.error,
  report: row.report,
  passages: row.passages,
  updated_by: row.updatedBy,
  updated_by_name: changedBy,
  updated_at: row.updatedAt.toISOString(),
})

type PassageRow = Pick<typeof knowledgePassages.$inferSelect, 'id' | 'sourceId' | 'place' | 'text' | 'question' | 'product'>

/** Converts a passage row to the API format. `title`: title of its knowledge source. */
export const presentPassage = ({ id, sourceId, place, text, question, product }: PassageRow, title: string): Passage => ({
  _id: id,
  source_id: sourceId,
  source: title,
  place,
  text,
  question,
  product,
})

/** Converts a passage row to the API format, including the original text of an edited passage. */
export const presentSourcePassage = (row: typeof knowledgePassages.$inferSelect, title: string): Passage => ({
  ...presentPassage(row, title),
  original: row.original,
})

export const presentQuestion = (row: QuestionRow): KnowledgeQuestion => ({
  _id: row.id,
  text: row.text,
  times: row.times,
  last_at: row.lastAt.toISOString(),
  agent_id: row.agentId,
  conversation_id: row.conversationId,
  lead_id: row.leadId,
  state: row.state,
  answer: row.answer,
})
