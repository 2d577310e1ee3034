import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeQuestions } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'
import type { Knowledge } from '../ports.ts'
import { extractContentWords } from '../search/content-words.ts'
import { removePersonalDataFromQuestion } from './remove-personal-data.ts'

type UnansweredQuestionScope = Parameters<Knowledge['storeUnansweredQuestions']>[0]

/** Maximum number of unanswered questions per organisation. Further questions are not stored. */
const MAX_WAITING_QUESTIONS = 1_000
/** Similarity (0 to 1) from which two questions are considered the same (2-agents.md, section 5). */
const MIN_SIMILARITY = 0.6

/**
 * Stores questions that the knowledge base could not answer. For a question similar to a stored one, only increments the counter of the
 * stored one.
 */
export function storeUnansweredQuestions(
  { db }: Pick<Deps, 'db'>,
  scope: UnansweredQuestionScope,
  questions: readonly string[],
): Promise<void> {
  const { tenantId, agentId, leadId, conversationId, now } = scope
  return db.tenant(tenantId, async (tx) => {
    for (const question of questions) {
      const text = truncateText(removePersonalDataFromQuestion(question, scope.names), KNOWLEDGE_LIMITS.questionChars)
      const folded = extractContentWords(text).toSorted().join(' ')
      if (folded === '') continue
      const [similarQuestion] = await tx.db
        .select({ id: knowledgeQuestions.id, state: knowledgeQuestions.state })
        .from(knowledgeQuestions)
        .where(
          whereTenant(
            knowledgeQuestions,
            tenantId,
            sql`similarity(${knowledgeQuestions.folded}, ${folded}) >= ${MIN_SIMILARITY}`,
          ),
        )
        .orderBy(sql`similarity(${knowledgeQuestions.folded}, ${folded}) DESC`)
        .limit(1)
      const latest = { lastAt: now, agentId, leadId, conversationId }
      if (similarQuestion) {
        await tx.db
          .update(knowledgeQuestions)
          .set({ ...latest, times: sql`${knowledgeQuestions.times} + 1` })
          .where(whereTenant(knowledgeQuestions, tenantId, eq(knowledgeQuestions.id, similarQuestion.id)))
        // Notifies clients, which display the counter.
        tx.emit({
          name: 'knowledge.question',
          payload: { tenantId, question_id: similarQuestion.id, state: similarQuestion.state },
        })
        continue
      }
      const [waiting] = await tx.db
        .select({ questions: sql<number>`count(*)::int` })
        .from(knowledgeQuestions)
        .where(whereTenant(knowledgeQuestions, tenantId, inArray(knowledgeQuestions.state, ['open', 'suggested'])))
      if ((waiting?.questions ?? 0) >= MAX_WAITING_QUESTIONS) return
      const id = uuid()
      await tx.db.insert(knowledgeQuestions).values({ tenantId, id, text, folded, state: 'open', createdAt: now, ...latest })
      tx.emit({ name: 'knowledge.question', payload: { tenantId, question_id: id, state: 'open' } })
    }
  })
}

export async function removeLeadFromQuestions(tx: Tx, tenantId: string, leadId: string): Promise<void> {
  await tx.db
    .update(knowledgeQuestions)
    .set({ leadId: null, conversationId: null })
    .where(whereTenant(knowledgeQuestions, tenantId, eq(knowledgeQuestions.leadId, leadId)))
}
