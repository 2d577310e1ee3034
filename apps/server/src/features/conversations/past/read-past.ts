import type { Message } from '@prosa/contract/entities/message'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../kernel/db/one-of.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import { pastMessages } from '../../../kernel/db/schema/past.ts'
import { timeCursor } from '../../../kernel/db/time-cursor.ts'
import { errors } from '../../../kernel/errors.ts'
import { ofPast } from './import-past.ts'
import { type PastRow, presentPast, reactionTarget } from './present-past.ts'

/** Prefix of a cursor in the imported history. Without a time, the cursor refers to its newest end. */
const PREFIX = 'p.'

export const isPastCursor = (cursor: string): boolean => cursor.startsWith(PREFIX)

/** Cursor of the newest imported message. */
export const PAST_BEGINS = PREFIX

export const pastCursor = ({ saidAt, id }: Pick<PastRow, 'saidAt' | 'id'>): string => `${PREFIX}${timeCursor(saidAt, id)}`

type Place = Pick<PastRow, 'saidAt' | 'id'>

/** Parses a cursor. @returns null for the newest end. @throws 400 if it is invalid */
export function readPastCursor(cursor: string): Place | null {
  const [time = '', id = ''] = cursor.slice(PREFIX.length).split('~')
  if (time === '' && id === '') return null
  const saidAt = new Date(time)
  if (Number.isNaN(saidAt.getTime()) || !isUuid(id)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return { saidAt, id }
}

const than = (how: '<' | '>', { saidAt, id }: Place): SQL =>
  sql`(${pastMessages.saidAt}, ${pastMessages.id}) ${sql.raw(how)} (${saidAt.toISOString()}::timestamptz, ${id}::uuid)`

interface Where {
  tenantId: string
  conversationId: string
}

/** Returns up to `limit` imported messages before a position, oldest first. If `before` is null, returns the newest ones. */
export async function readOlderPast(
  tx: Tx,
  { tenantId, conversationId }: Where,
  before: Place | null,
  limit: number,
): Promise<PastRow[]> {
  const rows = await tx.db
    .select()
    .from(pastMessages)
    .where(ofPast(tenantId, conversationId, before ? than('<', before) : undefined))
    .orderBy(desc(pastMessages.saidAt), desc(pastMessages.id))
    .limit(limit)
  return rows.reverse()
}

/** Returns up to `limit` imported messages after a position, oldest first. */
export const readNewerPast = (tx: Tx, { tenantId, conversationId }: Where, after: Place, limit: number): Promise<PastRow[]> =>
  tx.db
    .select()
    .from(pastMessages)
    .where(and(ofPast(tenantId, conversationId), than('>', after)))
    .orderBy(asc(pastMessages.saidAt), asc(pastMessages.id))
    .limit(limit)

export async function findPast(tx: Tx, { tenantId, conversationId }: Where, messageId: string): Promise<PastRow | null> {
  const [row] = await tx.db
    .select()
    .from(pastMessages)
    .where(ofPast(tenantId, conversationId, eq(pastMessages.id, messageId)))
  return row ?? null
}

/** Converts rows to the contract's format. A reaction refers to its message by our id, if the message is stored. */
export async function presentAllPast(tx: Tx, tenantId: string, rows: readonly PastRow[]): Promise<Message[]> {
  const targets = rows.map(reactionTarget).filter((target) => target !== null)
  const idOf = targets.length > 0 ? await idsOf(tx, tenantId, targets) : new Map<string, string>()
  return rows.map((row) => presentPast(row, idOf))
}

async function idsOf(tx: Tx, tenantId: string, channelIds: readonly string[]): Promise<Map<string, string>> {
  const found = [
    ...(await tx.db
      .select({ id: pastMessages.id, channelId: pastMessages.channelId })
      .from(pastMessages)
      .where(ofTenant(pastMessages, tenantId, oneOf(pastMessages.channelId, channelIds)))),
    ...(await tx.db
      .select({ id: messages.id, channelId: messages.channelId })
      .from(messages)
      .where(ofTenant(messages, tenantId, oneOf(messages.channelId, channelIds)))),
  ]
  return new Map(found.map(({ id, channelId }) => [channelId ?? '', id]))
}
