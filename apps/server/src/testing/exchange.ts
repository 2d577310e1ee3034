import { answerTurn } from '../features/assistant/turn/worker.ts'
import { civilDateOf } from '../kernel/civil-date.ts'
import { digestAddress } from '../kernel/http/address-digest.ts'
import { assistantPorts } from './assistant-ports.ts'
import type { TestTenant } from './factories.ts'
import type { TestApp } from './test-app.ts'

let written = 0

/** Stores a lead's web-chat message, sent from the IP address `ip` if given, and runs the agent's turn without its delays. */
export async function exchange(test: TestApp, { tenantId, agentId }: TestTenant, visitor: string, content: string, ip?: string) {
  const key = `exchange-${++written}`
  const lead = { tenantId, agentId, channel: 'webchat', channelKey: `${tenantId}-${visitor}`, lead: { origin: 'Teste' } }
  const day = civilDateOf(test.deps.clock.now(), 'America/Sao_Paulo')
  const from = ip ? { addressKey: digestAddress(test.deps.config.sessionSecret, ip, { tenantId, day }) } : {}
  const message = { ...lead, ...from, content, key, wantsAnswer: false }
  const { leadId, conversationId } = await test.app.parts.conversations.receive(message)
  const ports = assistantPorts(test)
  const outcome = await answerTurn(test.deps, ports, { tenantId, conversationId }, async () => {})
  return { leadId, conversationId, outcome }
}
