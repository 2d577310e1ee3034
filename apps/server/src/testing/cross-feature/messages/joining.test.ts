import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appendMessage } from '../../../features/conversations/messages/append-message.ts'
import { listUnreadCounts, listUnreadCountsByIds } from '../../../features/conversations/unread/list-unread-counts.ts'
import { markConversationRead } from '../../../features/conversations/unread/mark-read.ts'
import { completeOnboarding } from '../../../features/onboarding/complete-onboarding.ts'
import { conversationReads, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await createTenant(test)
})

let userCount = 0
/**
 * Accepts an invitation.
 * @returns the new user's id
 */
async function joinAsNewUser(): Promise<string> {
  const n = ++userCount
  const { tenantId, staff } = tenant
  const hash = createHash('sha256').update(`${n}`).digest()
  const invitation = { tenantId, id: uuid(), userId: uuid(), email: `${n}@exemplo.com`, role: 'staff', tokenHash: hash }
  await test.deps.db.tenant(tenantId, (tx) =>
    tx.db.insert(invitations).values({ ...invitation, invitedBy: staff.id, expiresAt: new Date(Date.now() + 60_000) }),
  )
  const tokens = { getTenantId: () => tenantId, hashToken: () => hash }
  const input = { name: 'Nova Pessoa', phone: `+551198${String(n).padStart(7, '0')}`, passwordHash: 'none' }
  return (await completeOnboarding(test.deps, test.app.modules, tokens, `${n}`, input)).userId
}

let messageCount = 0
/** Receives a message of the lead with this address; the lead may have a second one. */
const receiveLeadMessage = (name: string, other: string | null = null) =>
  test.app.modules.conversations.receiveMessage({
    tenantId: tenant.tenantId,
    agentId: tenant.agentId,
    channel: 'webchat',
    channelKey: name,
    channelUserKey: other,
    lead: { origin: 'Site' },
    content: 'Oi',
    key: `${++messageCount}`,
    shouldAnswer: false,
  })
const answerAsAgent = (conversationId: string) =>
  test.deps.db.tenant(tenant.tenantId, (tx) =>
    appendMessage(tx, { tenantId: tenant.tenantId, conversationId, role: 'AI', content: 'Olá', at: new Date() }),
  )
const markAsRead = (userId: string, place: { leadId: string; conversationId: string }, uptoSeq?: number) =>
  markConversationRead(
    test.deps,
    { ...tenant.staff, tenantId: tenant.tenantId, userId, sessionId: '', role: '', permissions: null, isPlatformUser: false },
    { ...place, uptoSeq },
  )
const fetchUnreadCounts = (userId: string) =>
  test.deps.db.tenant(tenant.tenantId, async (tx) =>
    Object.fromEntries((await listUnreadCounts(tx, tenant.tenantId, userId)).map((row) => [row.conversationId, row.unreadCount])),
  )
const fetchReadRows = (userId: string) =>
  test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.$count(conversationReads, eq(conversationReads.userId, userId)))

describe('who joins an organisation', () => {
  it('has read what was said before, and no row says so for any conversation', async () => {
    const place = await createConversation(test, tenant, { history: 'hahh' })
    await createConversation(test, tenant, { history: 'hh' })
    const userId = await joinAsNewUser()
    expect(await fetchUnreadCounts(userId)).toEqual({})
    expect(await fetchReadRows(userId)).toBe(0)
    // Marking an earlier message as read must not make later ones unread.
    expect(await markAsRead(userId, place, 1)).toBe(0)
    expect(await fetchUnreadCounts(userId)).toEqual({})
  })

  it('has read what was said before on both of two conversations that turn out to be one', async () => {
    const first = await receiveLeadMessage('um')
    await receiveLeadMessage('dois')
    const userId = await joinAsNewUser()
    const { tenantId, agentId } = tenant
    await test.deps.db.tenant(tenantId, (tx) =>
      tx.db.execute(
        sql`UPDATE leads SET channel_user_key = 'dois', channel_key = NULL WHERE channel_key = 'dois' AND agent_id = ${agentId}`,
      ),
    )
    const now = await receiveLeadMessage('um', 'dois')
    expect(now.conversationId).toBe(first.conversationId)
    expect(await fetchUnreadCounts(userId)).toEqual({ [now.conversationId]: 1 })
    expect(await fetchUnreadCounts(tenant.staff.id)).toEqual({ [now.conversationId]: 3 })
  })

  it('loses and gains no count while leads write at the same moment', async () => {
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await receiveLeadMessage(name)
    const [joined] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, joinAsNewUser)),
      Promise.all(Array.from({ length: 24 }, (_, n) => receiveLeadMessage(names[n % 4] ?? ''))),
    ])
    const before = await Promise.all(joined.map(fetchUnreadCounts))
    const places = []
    for (const name of [...names, ...names]) places.push(await receiveLeadMessage(name))
    for (const [n, userId] of joined.entries()) {
      const after = await fetchUnreadCounts(userId)
      for (const { conversationId } of places) expect(after[conversationId]).toBe((before[n]?.[conversationId] ?? 0) + 2)
      for (const place of places) await markAsRead(userId, place)
      expect(await fetchUnreadCounts(userId)).toEqual({})
    }
    expect(Object.values(await fetchUnreadCounts(tenant.staff.id))).toEqual([9, 9, 9, 9])
  })

  it('PROV-02 every count is that of the messages after the own position, whatever happens in which order @wide', async () => {
    const step = fc.record({
      kind: fc.constantFrom('write', 'write', 'write', 'answer', 'read', 'read', 'join'),
      lead: fc.nat(4),
      person: fc.nat(20),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const [steps = []] = fc.sample(fc.array(step, { minLength: 150, maxLength: 150 }), { seed: 2_911, numRuns: 1 })
    const places = new Map<number, Awaited<ReturnType<typeof receiveLeadMessage>>>()
    const stored = new Map<string, boolean[]>()
    const positions = new Map<string, Map<string, number>>([tenant.staff, tenant.admin].map(({ id }) => [id, new Map()]))
    for (const { kind, lead, person, share } of steps) {
      const place = places.get(lead)
      const history = stored.get(place?.conversationId ?? '') ?? []
      const userId = [...positions.keys()][person % positions.size] ?? ''
      const position = positions.get(userId)
      if (kind === 'join') positions.set(await joinAsNewUser(), new Map([...stored].map(([id, { length }]) => [id, length])))
      else if (kind === 'write') {
        const made = await receiveLeadMessage(`lead ${lead}`)
        places.set(lead, made)
        stored.set(made.conversationId, [...history, true])
      } else if (place && kind === 'answer') {
        await answerAsAgent(place.conversationId)
        history.push(false)
      } else if (place && position) {
        const upto = Math.ceil(history.length * share)
        await markAsRead(userId, place, upto)
        position.set(place.conversationId, Math.max(position.get(place.conversationId) ?? 0, upto))
      }
    }
    for (const [userId, position] of positions) {
      const expected = [...stored].map(([id, history]) => [id, history.slice(position.get(id) ?? 0).filter(Boolean).length])
      const counted = await test.deps.db.tenant(tenant.tenantId, (tx) =>
        listUnreadCountsByIds(tx, tenant.tenantId, userId, [...stored.keys()]),
      )
      expect(new Set(counted.map((row) => [row.conversationId, row.unreadCount].join()))).toEqual(
        new Set(expected.map((pair) => pair.join())),
      )
      expect(await fetchUnreadCounts(userId)).toEqual(Object.fromEntries(expected.filter(([, count]) => count !== 0)))
    }
    expect(positions.size).toBeGreaterThan(5)
  })
})

it('CALL-16 the unread counts are those that a list shows: of the newest thousand, and of nothing archived', async () => {
  const { tenantId, agentId, staff } = tenant
  const place = await createConversation(test, tenant, { history: 'h' })
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db.execute(sql`
      INSERT INTO conversations (tenant_id, id, lead_id, agent_id, channel, lead_messages, last_seq, archive, updated_at)
      SELECT ${tenantId}::uuid, gen_random_uuid(), ${place.leadId}::uuid, ${agentId}::uuid, 'webchat', 1, 1, n % 2 = 0, now() + n * interval '1 second'
      FROM generate_series(1, 2200) n`)
    const counts = await listUnreadCounts(tx, tenantId, staff.id)
    expect(counts).toHaveLength(1_000)
    const { rows } = await tx.db.execute(
      sql`SELECT id FROM ${conversations} WHERE NOT archive ORDER BY last_activity_at DESC LIMIT 1000`,
    )
    expect(counts.map(({ conversationId }) => conversationId)).toEqual(rows.map(({ id }) => id))
    expect(await tx.db.$count(messages)).toBe(1)
  })
})
