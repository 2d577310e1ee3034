import type { Answer, Knowledge } from '../../knowledge/ports.ts'
import type { LeadMessage } from '../decision.ts'
import type { Loaded } from './load-turn.ts'
import { type Reader, TookTooLong } from './reader.ts'

/** Returns the lines of messages that are questions. Returns none if the text takes too long to parse; it is then handed over to a user. */
export const asksOf = (reader: Reader, messages: readonly LeadMessage[]): Promise<string[]> =>
  reader.run('asked', messages).catch((error: unknown) => {
    if (error instanceof TookTooLong) return []
    throw error
  })

/** Queries the knowledge base for each question in a turn's messages. Stores unanswered questions for the team. */
export async function consult(
  { knowledge, reader }: { knowledge: Knowledge; reader: Reader },
  { agentId, leadId, lead, unanswered, now, timeZone }: Loaded,
  { tenantId, conversationId }: { tenantId: string; conversationId: string },
): Promise<Answer[]> {
  const questions = await asksOf(reader, unanswered)
  if (questions.length === 0) return []
  const who = { tenantId, agentId, now, timeZone }
  const answers = await knowledge.answer(who, questions)
  const unknown = answers.filter(({ said }) => said === null).map(({ question }) => question)
  if (unknown.length > 0)
    await knowledge.noteUnknown({ ...who, leadId, conversationId, names: [lead.name, lead.company] }, unknown)
  return answers
}
