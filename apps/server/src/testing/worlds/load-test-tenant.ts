import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { createDiskStore } from '../../adapters/files/disk.ts'
import { insertDemoSource } from '../../demo/seeding/demo-knowledge.ts'
import { createTokenService } from '../../features/auth/sessions/tokens.ts'
import { openSession } from '../../features/auth/sign-in/sign-in.ts'
import { createDatabase, type Database } from '../../platform/database/database.ts'
import { openEmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents, conversations, leads } from '../../platform/database/schema/conversations/conversations.ts'
import { sessions, userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { openServerDatabase } from '../../platform/database/server-database.ts'

/** Location of a server process's data. An embedded database can be opened by one process only. */
export type DataLocation = { dataDir: string } | { databaseUrl: string }

/** An organisation with many signed-in users, and one web-chat conversation per lead. */
export interface LoadTestTenant {
  tenantId: string
  agentId: string
  people: { userId: string; token: string }[]
  conversations: { leadId: string; conversationId: string }[]
}

export interface StoredMessage {
  id: string
  conversationId: string
  seq: number
  role: string
  type: string
  content: string
  delivery: string | null
}

/** Runs `work` on a migrated database that no server process has open. */
async function withDatabase<T>(place: DataLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const driver = 'databaseUrl' in place ? openServerDatabase(place.databaseUrl, () => {}) : await openEmbeddedDatabase(place)
  try {
    await migrate(driver)
    return await work(createDatabase(driver, { publish: () => {} }))
  } finally {
    await driver.close()
  }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Tokens are not renewed in these tests, and some scenarios run for hours. */
const SESSION_SECONDS = 12 * 3_600

/**
 * Creates an organisation for server processes that run with `secret` as SESSION_SECRET; its agent does not answer. A second organisation
 * in the same place needs another `phonesFrom`.
 */
export function createLoadTestTenant(
  place: DataLocation,
  secret: string,
  { people, conversations: count, phonesFrom = 910_000_000 }: { people: number; conversations: number; phonesFrom?: number },
): Promise<LoadTestTenant> {
  const tokens = createTokenService(new TextEncoder().encode(secret), null, SESSION_SECONDS)
  const tenantId = uuid()
  const agentId = uuid()
  const persons = range(people).map((n) => ({
    id: uuid(),
    phone: `+5511${String(phonesFrom + n)}`,
    name: `Pessoa ${n}`,
    role: 'staff' as const,
  }))
  const talks = range(count).map((n) => ({ leadId: uuid(), conversationId: uuid(), name: `Lead ${n}` }))
  return withDatabase(place, async (db) => {
    await db.system(async ({ db: q }) => {
      await q.insert(tenants).values({ id: tenantId, name: 'Provas', domain: `${tenantId}.test` })
      await q.insert(users).values(persons.map((person) => ({ tenantId, ...person, passwordHash: 'none' })))
      await q.insert(userPhones).values(persons.map(({ id, phone }) => ({ tenantId, userId: id, phone })))
      await q.insert(agents).values({ tenantId, id: agentId, name: 'Clara', type: 'SDR', active: false })
      await q.insert(leads).values(talks.map(({ leadId, name }) => ({ tenantId, id: leadId, agentId, name })))
      await q
        .insert(conversations)
        .values(
          talks.map(({ leadId, conversationId }) => ({ tenantId, id: conversationId, leadId, agentId, channel: 'webchat' })),
        )
    })
    const signedIn: LoadTestTenant['people'] = []
    for (const { id, name, phone, role } of persons) {
      const who = { user: { id, name, phone, role }, tenant: { id: tenantId } } as unknown as Parameters<typeof openSession>[2]
      const device = { ip: '127.0.0.1', userAgent: null, deviceCookie: undefined, remember: false, now: new Date() }
      const { accessToken } = await db.tenant(tenantId, async (tx) => {
        const opened = await openSession(tx, tokens, who, device)
        // Marks the password as recently confirmed for the duration of a scenario.
        const confirmedAt = new Date(Date.now() + SESSION_SECONDS * 1_000)
        await tx.db
          .update(sessions)
          .set({ confirmedAt })
          .where(whereTenant(sessions, tenantId, eq(sessions.userId, id)))
        return opened
      })
      signedIn.push({ userId: id, token: accessToken })
    }
    return { tenantId, agentId, people: signedIn, conversations: talks }
  })
}

/** Returns all messages of a tenant, ordered by conversation and sequence. */
export const fetchStoredMessages = (place: DataLocation, tenantId: string): Promise<StoredMessage[]> =>
  withDatabase(place, async (db) => {
    const { rows } = await db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`
        SELECT id, conversation_id AS "conversationId", seq, role, type, content, delivery
        FROM messages WHERE tenant_id = ${tenantId} ORDER BY conversation_id, seq`),
    )
    return rows.map((row) => ({ ...row, seq: Number(row['seq']) }) as StoredMessage)
  })

/** A message received over WhatsApp, live or from a phone's history. */
export interface ReceivedMessage {
  channelId: string
  isPast: boolean
  conversationId: string
  /** Address of the conversation's other party. */
  address: string
  role: string
  content: string
  /** Meta's timestamp in seconds; for live messages, the time of receipt. */
  at: number
}

/** Returns all messages that a tenant's numbers received live or imported from a phone's history. */
export const fetchReceivedMessages = (place: DataLocation, tenantId: string): Promise<ReceivedMessage[]> =>
  withDatabase(place, async (db) => {
    const { rows } = await db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`
        SELECT heard.*, c.channel_address AS address FROM (
          SELECT channel_id AS "channelId", true AS "isPast", conversation_id AS "conversationId", role, content,
            extract(epoch FROM said_at)::int AS at FROM past_messages WHERE tenant_id = ${tenantId}
          UNION ALL
          SELECT channel_id, false, conversation_id, role, content, extract(epoch FROM created_at)::int
            FROM messages WHERE tenant_id = ${tenantId}
        ) AS heard JOIN conversations c ON c.tenant_id = ${tenantId} AND c.id = heard."conversationId"`),
    )
    return rows.map((row) => ({ ...row, at: Number(row['at']) }) as ReceivedMessage)
  })

/** Returns why a conversation needs attention, by conversation id. */
export const fetchAttentionReasons = (place: DataLocation, tenantId: string): Promise<Map<string, string>> =>
  withDatabase(place, async (db) => {
    const { rows } = await db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`
        SELECT id, coalesce(attention_reason, '') AS reason FROM conversations WHERE tenant_id = ${tenantId} AND needs_attention`),
    )
    return new Map(rows.map(({ id, reason }) => [String(id), String(reason)]))
  })

/** Adds a product sheet with photos, so that the organisation's agents can offer these products. */
export const addProductSource = (place: { dataDir: string }, tenantId: string, text: string): Promise<void> => {
  const deps = {
    fileStore: createDiskStore(join(place.dataDir, 'media'), { databaseUrl: null }),
    clock: { now: () => new Date() },
  }
  const source = { kind: 'products', title: 'Produtos', text } as const
  return withDatabase(place, (db) => db.tenant(tenantId, (tx) => insertDemoSource(tx, deps, tenantId, source)))
}

/** Returns the state of a tenant's transcripts; `shown` is the state stored in the message. */
export const fetchTranscriptStates = (
  place: DataLocation,
  tenantId: string,
): Promise<{ state: string; shown: string; calls: number }[]> =>
  withDatabase(place, async (db) => {
    const { rows } = await db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`
        SELECT t.state, t.calls, m.transcript->>'state' AS shown FROM messages m
        JOIN transcripts t ON t.tenant_id = m.tenant_id AND t.message_id = m.id WHERE m.tenant_id = ${tenantId}`),
    )
    return rows.map(({ state, shown, calls }) => ({ state: String(state), shown: String(shown), calls: Number(calls) }))
  })

/** Counts an organisation's files and leads' media by state, such as 'files stored'. */
export const countFilesByState = (place: DataLocation, tenantId: string): Promise<Record<string, number>> =>
  withDatabase(place, async (db) => {
    const { rows } = await db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`
        SELECT what || ' ' || state AS state, count(*)::int AS count FROM (
          SELECT 'files' AS what, state FROM files WHERE tenant_id = ${tenantId}
          UNION ALL SELECT 'media', state FROM media WHERE tenant_id = ${tenantId}
        ) AS kept GROUP BY 1`),
    )
    return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]))
  })
