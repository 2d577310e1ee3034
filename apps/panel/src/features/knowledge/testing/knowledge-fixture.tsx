import { listQuestions, listSources } from '@prosa/contract/calls/agents/knowledge'
import type { User } from '@prosa/contract/entities/accounts/user'
import type { KnowledgeQuestion, KnowledgeSource, Passage } from '@prosa/contract/entities/agents/knowledge'
import { anAgent } from '../../../testing/factories.ts'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { AgentKnowledge } from '../agent-knowledge.tsx'
import type { UploadKnowledgeFile } from '../source-form/upload-knowledge-file.ts'

const TEST_DATE = '2026-11-24T12:00:00.000Z'

export const aSource = (overrides: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  _id: 's1',
  kind: 'faq',
  title: 'Perguntas frequentes',
  agent_ids: null,
  state: 'ready',
  error: null,
  report: [],
  passages: 21,
  updated_by: 'user-1',
  updated_by_name: 'Ana Souza',
  updated_at: TEST_DATE,
  ...overrides,
})

export const aPassage = (overrides: Partial<Passage> = {}): Passage => ({
  _id: 'p1',
  source_id: 's1',
  source: 'Perguntas frequentes',
  place: 'linha 13',
  text: 'Sim, na entrada.',
  question: 'Posso usar o FGTS?',
  ...overrides,
})

export const aQuestion = (overrides: Partial<KnowledgeQuestion> = {}): KnowledgeQuestion => ({
  _id: 'q1',
  text: 'vocês ajudam com a mudança?',
  times: 4,
  last_at: TEST_DATE,
  agent_id: 'agent-1',
  conversation_id: null,
  lead_id: null,
  state: 'suggested',
  answer: 'Indicamos duas transportadoras.',
  ...overrides,
})

const TEST_AGENTS = [anAgent(), anAgent({ _id: 'agent-2', name: 'Bento', type: 'CLOSER' })]

const acceptAnyFile: UploadKnowledgeFile = async () => ({ id: 'file-1' })

/** Renders the knowledge page of an agent. The fake server's lists can be changed by the test. */
export function renderKnowledge(user: Partial<User> = {}, uploadFile: UploadKnowledgeFile = acceptAnyFile) {
  setSignedInUser({ capabilities: ['knowledge'], ...user })
  const data = { sources: [aSource()], questions: [] as KnowledgeQuestion[] }
  const provider = createFakeProvider()
    .on(listSources, () => ({ success: true, data: { sources: data.sources, nextCursor: null } }))
    .on(listQuestions, () => ({ success: true, data: { questions: data.questions, nextCursor: null } }))
  const agent = TEST_AGENTS[0] ?? anAgent()
  return {
    data,
    provider,
    open: () =>
      renderWithRouter(<AgentKnowledge agent={agent} agents={TEST_AGENTS} uploadFile={uploadFile} />, {
        path: '/agents/$agentId/{-$tab}',
        initialPath: '/agents/agent-1/conhecimento',
        otherPaths: ['/chat/$leadId/$conversationId'],
      }),
  }
}
