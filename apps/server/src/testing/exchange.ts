import { answerTurn } from '../features/assistant/turn/worker.ts'
import { assistantPorts } from './assistant-ports.ts'
import type { TestTenant } from './factories.ts'
import type { TestApp } from './test-app.ts'

let written = 0

/** A lead writes on the web chat, and the agent's turn is over; nothing is waited for. @returns where it was, and what became of the turn */
export async function exchange(test: TestApp, { tenantId, agentId }: TestTenant, visitor: string, content: string) {
  const key = `exchange-${++written}`
  const lead = { tenantId, agentId, channel: 'webchat', channelKey: `${tenantId}-${visitor}`, lead: { origin: 'Teste' } }
  const { leadId, conversationId } = await test.app.parts.conversations.receive({ ...lead, content, key, wantsAnswer: false })
  const ports = assistantPorts(test)
  const outcome = await answerTurn(test.deps, ports, { tenantId, conversationId }, async () => {})
  return { leadId, conversationId, outcome }
}
