import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { conversations, messages } from '../database/schema/conversations/conversations.ts'

const AHEAD_MS = 120_000

let test: TestApp
let tenant: TestTenant
beforeEach(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
  tenant = await createTenant(test)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
})

/** Creates a lead who has written once. @returns the lead's conversation, and `say`, which sends another message */
async function newLead() {
  const lead = await test.client()
  const say = (content: string) =>
    lead.call(sendWebchatMessage, {
      params: { agentId: tenant.agentId },
      body: { content },
      headers: { 'idempotency-key': uuid() },
    })
  await say('Oi')
  const [place] = await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.select({ conversationId: conversations.id, leadId: conversations.leadId }).from(conversations),
  )
  if (!place) throw new Error('No conversation came of the message')
  return { say, ...place }
}

const answers = () =>
  test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.$count(messages, and(eq(messages.role, 'AI'), eq(messages.manual, false))))

it('a server whose clock is ahead resumes an agent at once, and ends a pause when its time has come @wide', async () => {
  const staff = await test.client(tenant.staff.phone)
  const { say, ...place } = await newLead()
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
  await say('Ainda aí?')
  const before = await answers()
  test.advance(AHEAD_MS)
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: false } })
  expect(await waitUntil(async () => (await answers()) > before)).toBe(true)
  const soon = new Date(test.deps.clock.now().getTime() + 1_000).toISOString()
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true, until: soon } })
  expect(await waitUntil(async () => !(await staff.call(getConversation, { params: place })).data.pause)).toBe(true)
})

// The embedded database uses this process's clock; only a server has its own.
it.skipIf(!process.env.TEST_DATABASE_URL)('a server whose clock is two minutes ahead answers as one in step does', async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + AHEAD_MS)
  await newLead()
  expect(await waitUntil(answers)).toBeGreaterThan(0)
})
