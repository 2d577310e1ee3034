import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { messages } from '../../platform/database/schema/conversations/conversations.ts'
import { openLlmDouble } from '../doubles/llm/llm-double.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { createTenant } from '../worlds/factories.ts'
import { hasTestServers, openMultiProcessInstallation } from './two-processes.ts'

it.skipIf(!hasTestServers)(
  '(needs TEST_DATABASE_URL and TEST_REDIS_URL) a turn that a leaving process was busy with is finished by the next one, once',
  async () => {
    const llm = await openLlmDouble()
    llm.behave((_request, n) => (n === 0 ? { until: 'forever' } : { text: 'Bom dia! Sou a Clara.' }))
    const installation = await openMultiProcessInstallation(llm.env)
    const leaving = await installation.start()
    const tenant = await createTenant(leaving)
    const lead = await leaving.client()
    const params = { agentId: tenant.agentId }
    await lead.call(sendWebchatMessage, { params, body: { content: 'Bom dia' }, headers: { 'idempotency-key': 'drain' } })
    await waitUntil(() => llm.requests.length === 1)
    await leaving.close()
    const next = await installation.start()
    const answers = () =>
      next.deps.db.tenant(tenant.tenantId, (tx) =>
        tx.db.select({ content: messages.content }).from(messages).where(eq(messages.role, 'AI')),
      )
    await waitUntil(answers, (rows) => rows.length > 0)
    expect(await answers()).toEqual([{ content: 'Bom dia! Sou a Clara.' }])
    expect(llm.requests).toHaveLength(2)
    await next.close()
    await installation.close()
    await llm.close()
  },
)
