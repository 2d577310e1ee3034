import { answerTurn } from '../../../features/assistant/turn/turn-job.ts'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import { hashIpAddress } from '../../../platform/http/client-address/hash-ip-address.ts'
import type { TestApp } from '../../harness/test-app.ts'
import type { TestTenant } from '../factories.ts'
import { createAssistantPorts } from './assistant-ports.ts'

let sentMessageCount = 0

/** Stores a lead's web-chat message, sent from the IP address `ip` if given, and runs the agent's turn without its delays. */
export async function sendMessageAndRunTurn(
  test: TestApp,
  { tenantId, agentId }: TestTenant,
  visitor: string,
  content: string,
  ip?: string,
) {
  const key = `exchange-${++sentMessageCount}`
  const lead = { tenantId, agentId, channel: 'webchat', channelKey: `${tenantId}-${visitor}`, lead: { origin: 'Teste' } }
  const day = toCivilDate(test.deps.clock.now(), 'America/Sao_Paulo')
  const from = ip ? { addressKey: hashIpAddress(test.deps.config.sessionSecret, ip, { tenantId, day }) } : {}
  const message = { ...lead, ...from, content, key, shouldAnswer: false }
  const { leadId, conversationId } = await test.app.modules.conversations.receiveMessage(message)
  const ports = createAssistantPorts(test)
  const outcome = await answerTurn(test.deps, ports, { tenantId, conversationId }, async () => {})
  return { leadId, conversationId, outcome }
}
