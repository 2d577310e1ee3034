import { TZDate } from '@date-fns/tz'
import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { format } from 'date-fns/format'
import type { Deps } from '../../../platform/deps.ts'
import type { KnowledgeAnswer, KnowledgeScope } from '../ports.ts'
import { presentPassage } from '../present.ts'
import { buildProductCards } from '../products/product-cards.ts'
import { composeAnswer, formatPassage } from '../search/compose-answer.ts'
import { findPassages, type RankedPassage } from '../search/find-passages.ts'

const presentRankedPassage = (passage: RankedPassage) => presentPassage(passage, passage.title)

/** Returns the current day in the organisation's time zone as 'yyyy-MM-dd'. Prices are valid until a day in this format. */
const getCurrentDay = ({ now, timeZone }: Pick<KnowledgeScope, 'now' | 'timeZone'>): string =>
  format(new TZDate(now, timeZone), 'yyyy-MM-dd')

/** Answers each question separately from the knowledge sources that the agent may use. */
export function answerFromKnowledge(
  { db }: Pick<Deps, 'db'>,
  scope: KnowledgeScope,
  questions: readonly string[],
): Promise<KnowledgeAnswer[]> {
  const { tenantId, agentId } = scope
  const today = getCurrentDay(scope)
  return db.tenant(tenantId, async (tx) => {
    const answers: KnowledgeAnswer[] = []
    for (const question of questions) {
      const search = await findPassages(
        tx,
        { tenantId, agentId, maxPassages: KNOWLEDGE_LIMITS.retrievedPassages },
        question.slice(0, KNOWLEDGE_LIMITS.questionChars),
      )
      const answer = composeAnswer(search, today)
      answers.push({
        question,
        said: answer?.text ?? null,
        from: (answer?.passages ?? []).map(presentRankedPassage),
        cards: await buildProductCards(tx, tenantId, answer?.passages ?? [], today),
        passages: search.passages.map(presentRankedPassage),
        told: search.passages.map((passage) => formatPassage(passage, today)),
      })
    }
    return answers
  })
}
