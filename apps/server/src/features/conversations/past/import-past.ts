import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { noEarlier } from '../../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations } from '../../../kernel/db/schema/conversations.ts'
import { pastMessages } from '../../../kernel/db/schema/past.ts'
import { tenants } from '../../../kernel/db/schema/tenants.ts'
import { previewOf } from '../../../kernel/preview-text.ts'
import type { Leads } from '../../leads/ports.ts'
import { REACTION } from '../asks-answer.ts'
import { amendImported, holdImport } from './amend-past.ts'
import type { ImportedPast, PastMessage, PastOfPerson } from './ports.ts'

type Added = Omit<ImportedPast['added'][number], 'isTakenBack'>

/** Maximum number of rows per insert. */
const INSERTED_AT_ONCE = 1_000

/**
 * Stores the imported messages of one person, skipping those that are already stored in either table. Emits no event for single messages
 * and changes no counters: no sequence number, turn, unread count or reply window. See `Conversations.importPast`.
 */
export async function importPast(
  tx: Tx,
  leads: Pick<Leads, 'findOrImport'>,
  { place, numberId, said }: PastOfPerson,
  at: Date,
): Promise<ImportedPast> {
  await holdImport(tx, place.tenantId)
  const spoken = said.filter(({ type }) => type !== REACTION)
  const newestOf = (some: readonly PastMessage[]) => new Date(Math.max(...some.map(({ saidAt }) => saidAt.getTime())))
  const { id: leadId } = await leads.findOrImport(tx, { ...place, at })
  const conversationId = await hold(tx, place, { leadId, newest: newestOf(spoken.length > 0 ? spoken : said) }, at)
  const added: Added[] = []
  const where = { tenantId: place.tenantId, numberId, conversationId }
  for (let from = 0; from < said.length; from += INSERTED_AT_ONCE)
    added.push(...(await add(tx, where, said.slice(from, from + INSERTED_AT_ONCE), at)))
  if (added.length === 0) return { leadId, conversationId, added: [] }
  await show(tx, { tenantId: place.tenantId, conversationId, newest: spoken.length > 0 ? newestOf(spoken) : null }, said, at)
  const gone = await amendImported(tx, place.tenantId, added, at)
  tx.emit({ name: 'past.stored', payload: { tenantId: place.tenantId } })
  return { leadId, conversationId, added: added.map((one) => ({ ...one, isTakenBack: gone.has(one.id) })) }
}

/** Returns the person's conversation and locks it, so that a concurrent incoming message waits for the import or is seen by it. */
async function hold(
  tx: Tx,
  { tenantId, agentId, channel, via }: PastOfPerson['place'],
  { leadId, newest }: { leadId: string; newest: Date },
  at: Date,
): Promise<string> {
  const [found] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.leadId, leadId), eq(conversations.channel, channel)))
    .for('update')
  if (found) return found.id
  const id = uuid()
  await tx.db.insert(conversations).values({
    tenantId,
    id,
    leadId,
    agentId,
    channel,
    channelAccountId: via?.accountId ?? null,
    channelAddress: via?.address ?? null,
    joinsSeen: sql`(SELECT ${tenants.joins} FROM ${tenants} WHERE ${tenants.id} = ${tenantId})`,
    createdAt: at,
    // Sorts the conversation by its newest imported message.
    updatedAt: newest,
  })
  return id
}

const kept = z.array(z.object({ id: z.string(), channel_id: z.string() }))

/** Inserts the rows as one JSON parameter, because thousands of parameters would take longer than the insert. */
async function add(
  tx: Tx,
  { tenantId, numberId, conversationId }: { tenantId: string; numberId: string; conversationId: string },
  said: readonly PastMessage[],
  at: Date,
): Promise<Added[]> {
  const rows = said.map(({ channelId, role, type, content, attachment, delivery, meta, saidAt }) => ({
    id: uuid(),
    channel_id: channelId,
    said_at: saidAt.toISOString(),
    role,
    type,
    content,
    attachment,
    delivery,
    meta,
  }))
  const { rows: added } = await tx.db.execute(sql`
    INSERT INTO past_messages (tenant_id, id, conversation_id, number_id, channel_id, role, type, content, attachment, delivery, meta,
      said_at, created_at)
    SELECT ${tenantId}::uuid, r.id, ${conversationId}::uuid, ${numberId}::uuid, r.channel_id, r.role, r.type, r.content, r.attachment,
      r.delivery, r.meta, r.said_at, ${at.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, channel_id text, role text, type text, content text,
      attachment jsonb, delivery text, meta jsonb, said_at timestamptz)
    WHERE NOT EXISTS (SELECT FROM messages m WHERE m.tenant_id = ${tenantId} AND m.channel_id = r.channel_id)
    ON CONFLICT DO NOTHING
    RETURNING id, channel_id`)
  return kept.parse(added).map(({ id, channel_id: channelId }) => ({ id, channelId }))
}

/** Sets the preview in the list to the newest imported message if there is no later one. */
async function show(
  tx: Tx,
  { tenantId, conversationId, newest }: { tenantId: string; conversationId: string; newest: Date | null },
  said: PastOfPerson['said'],
  at: Date,
): Promise<void> {
  const mine = ofTenant(conversations, tenantId, eq(conversations.id, conversationId))
  await tx.db
    .update(conversations)
    .set({ pastChangedAt: at, ...(newest ? { updatedAt: noEarlier(conversations.updatedAt, newest) } : {}) })
    .where(mine)
  const [last] = await tx.db
    .select({ channelId: pastMessages.channelId, role: pastMessages.role })
    .from(pastMessages)
    .where(ofPast(tenantId, conversationId, ne(pastMessages.type, REACTION)))
    .orderBy(desc(pastMessages.saidAt), desc(pastMessages.id))
    .limit(1)
  const told = said.find(({ channelId }) => channelId === last?.channelId)
  if (!told) return
  await tx.db
    .update(conversations)
    .set({
      lastMessagePreview: previewOf(told.preview ?? told.content),
      lastMessageFrom: told.role === 'humano' ? 'lead' : 'person',
    })
    .where(and(mine, eq(conversations.lastSeq, 0)))
}

export const ofPast = (tenantId: string, conversationId: string, ...rest: (SQL | undefined)[]) =>
  ofTenant(pastMessages, tenantId, eq(pastMessages.conversationId, conversationId), ...rest)
