import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTurns } from '../../../features/assistant/testing/dialogue.ts'
import { AFTER_SALES_DIALOGUES } from '../../../features/assistant/testing/dialogues/after-sales-dialogues.ts'
import { ANSWER_DIALOGUES } from '../../../features/assistant/testing/dialogues/answer-dialogues.ts'
import { APPOINTMENT_DIALOGUES } from '../../../features/assistant/testing/dialogues/appointment-dialogues.ts'
import { DANGER_DIALOGUES } from '../../../features/assistant/testing/dialogues/danger-dialogues.ts'
import { DATE_DIALOGUES } from '../../../features/assistant/testing/dialogues/date-dialogues.ts'
import { SAMPLE_DIALOGUES } from '../../../features/assistant/testing/dialogues/dialogues.ts'
import { HAND_OVER_DIALOGUES } from '../../../features/assistant/testing/dialogues/hand-over-dialogues.ts'
import { OBJECTION_DIALOGUES } from '../../../features/assistant/testing/dialogues/objection-dialogues.ts'
import { REQUEST_DIALOGUES } from '../../../features/assistant/testing/dialogues/request-dialogues.ts'
import { decideCheckedPlaybookTurn } from '../../../features/assistant/turn/decision/decide-checked-playbook-turn.ts'
import { extractQuestions } from '../../../features/assistant/understanding/extract-questions.ts'
import { answerFromKnowledge } from '../../../features/knowledge/answers/answer-from-knowledge.ts'
import type { KnowledgeAnswer } from '../../../features/knowledge/ports.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createTenant } from '../../worlds/factories.ts'

const LEAD_MESSAGES = [
  ...APPOINTMENT_DIALOGUES,
  ...DATE_DIALOGUES,
  ...OBJECTION_DIALOGUES,
  ...AFTER_SALES_DIALOGUES,
  ...HAND_OVER_DIALOGUES,
  ...DANGER_DIALOGUES,
  ...REQUEST_DIALOGUES,
  ...ANSWER_DIALOGUES,
]
const TABLES = [
  ...LEAD_MESSAGES.map(({ scene, turns }) => ({ scene, bursts: turns.map(({ lead }) => lead) })),
  ...SAMPLE_DIALOGUES.map(({ scene, bursts }) => ({ scene, bursts })),
]

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/**
 * Verifies that replies and stored data are the same with and without consulting an empty knowledge base. Returns the number of questions.
 */
async function compareReplies(tables: typeof TABLES): Promise<number> {
  const { tenantId, agentId } = await createTenant(test)
  const turns = tables.flatMap(({ scene, bursts }) => runTurns(scene, bursts))
  const questions = [...new Set(turns.flatMap(({ input }) => extractQuestions(input.newMessages)))]
  const who = { tenantId, agentId, now: test.deps.clock.now(), timeZone: 'America/Sao_Paulo' }
  const found = await answerFromKnowledge(test.deps, who, questions)
  const byQuestion = new Map(found.map((answer): [string, KnowledgeAnswer] => [answer.question, answer]))
  for (const { input } of turns) {
    const knowledge = extractQuestions(input.newMessages).flatMap((question) => byQuestion.get(question) ?? [])
    const [without, consulted] = [decideCheckedPlaybookTurn(input), decideCheckedPlaybookTurn({ ...input, knowledge })]
    expect(consulted, input.newMessages.map(({ content }) => content).join(' | ')).toEqual(without)
  }
  return questions.length
}

describe('an organisation without knowledge', () => {
  it('KNOW-02 says in every eighth of the tables what it said before there was any', async () => {
    expect(await compareReplies(TABLES.filter((_, index) => index % 8 === 0))).toBeGreaterThan(10)
  })

  it('KNOW-02 says in all tables what it said before there was any @wide', async () => {
    expect(TABLES.length).toBeGreaterThan(250)
    expect(await compareReplies(TABLES)).toBeGreaterThan(50)
  })
})
