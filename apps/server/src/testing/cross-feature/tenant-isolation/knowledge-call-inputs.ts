import { v7 as uuid } from 'uuid'
import { knowledgePassages, knowledgeQuestions, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { TestApp } from '../../harness/test-app.ts'

/** Creates a knowledge source and a question of a tenant, which must be invisible to other tenants. */
export async function createTestKnowledge(
  test: TestApp,
  tenantId: string,
): Promise<{ sourceId: string; passageId: string; questionId: string }> {
  const [sourceId, passageId, questionId] = [uuid(), uuid(), uuid()]
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db
      .insert(knowledgeSources)
      .values({ tenantId, id: sourceId, state: 'ready', kind: 'text', title: 'Segredo', text: 'Segredo' })
    await tx.db.insert(knowledgePassages).values({ tenantId, id: passageId, sourceId, position: 0, text: 'Segredo' })
    await tx.db.insert(knowledgeQuestions).values({
      tenantId,
      id: questionId,
      state: 'open',
      text: 'Segredo?',
      folded: 'segredo',
      lastAt: test.deps.clock.now(),
    })
  })
  return { sourceId, passageId, questionId }
}

/** Returns, for each call about knowledge, the input with a tenant's existing id and with an unknown id of the same form. */
export const buildKnowledgeCallInputs = (
  of: () => { sourceId: string; passageId: string; questionId: string; agentId: string; messageId: string },
) => {
  const aSource = () => ({ params: { id: [of().sourceId, uuid()] as [string, string] } })
  return {
    listSources: () => ({ query: { agent_id: [of().agentId, uuid()] as [string, string] } }),
    getSource: aSource,
    deleteSource: aSource,
    refreshSource: aSource,
    listPassages: aSource,
    updateSource: () => ({ ...aSource(), body: { title: ['Tomada', 'Tomada'] as [string, string] } }),
    changePassage: () => ({
      params: { id: [of().passageId, uuid()] as [string, string] },
      body: { text: ['Tomado', 'Tomado'] as [string, string] },
    }),
    createSource: () => ({
      body: {
        kind: ['text', 'text'] as [string, string],
        title: ['Oi', 'Oi'] as [string, string],
        text: ['Oi', 'Oi'] as [string, string],
        agent_ids: [[of().agentId], [uuid()]] as [string[], string[]],
      },
    }),
    askKnowledge: () => ({
      body: {
        question: ['qual o segredo?', 'qual o segredo?'] as [string, string],
        agent_id: [of().agentId, uuid()] as [string, string],
      },
    }),
    settleQuestion: () => ({
      params: { id: [of().questionId, uuid()] as [string, string] },
      body: { state: ['dismissed', 'dismissed'] as [string, string] },
    }),
    messageBasis: () => ({ params: { messageId: [of().messageId, uuid()] as [string, string] } }),
  }
}
