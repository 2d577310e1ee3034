import type { Knowledge, KnowledgeAnswer } from '../../../knowledge/ports.ts'
import type { LeadMessage } from '../../turn-input.ts'
import { ParseTimeoutError, type TextReader } from '../worker-thread/text-reader.ts'
import type { LoadedAgentTurn } from './load-turn.ts'

/**
 * Returns the questions in the messages. Returns an empty list if parsing exceeds its time limit; the safety guard then hands the
 * conversation over.
 */
export const extractQuestionsInTime = (reader: TextReader, messages: readonly LeadMessage[]): Promise<string[]> =>
  reader.run('extractQuestions', messages).catch((error: unknown) => {
    if (error instanceof ParseTimeoutError) return []
    throw error
  })

/** Answers the questions of a turn from the knowledge base. Stores unanswered ones for the team. */
export async function queryKnowledge(
  { knowledge, reader }: { knowledge: Knowledge; reader: TextReader },
  { agentId, leadId, lead, unanswered, now, timeZone }: LoadedAgentTurn,
  { tenantId, conversationId }: { tenantId: string; conversationId: string },
): Promise<KnowledgeAnswer[]> {
  const questions = await extractQuestionsInTime(reader, unanswered)
  if (questions.length === 0) return []
  const scope = { tenantId, agentId, now, timeZone }
  const answers = await knowledge.answerQuestions(scope, questions)
  const unansweredQuestions = answers.filter(({ said }) => said === null).map(({ question }) => question)
  if (unansweredQuestions.length > 0)
    await knowledge.storeUnansweredQuestions(
      { ...scope, leadId, conversationId, names: [lead.name, lead.company] },
      unansweredQuestions,
    )
  return answers
}
