import type { Message } from '@prosa/contract/entities/conversations/message'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { formatTimeCursor } from '../../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { errors } from '../../../platform/errors.ts'
import { importedMessagesCondition } from './import-contact-history.ts'
import { getReactionTarget, type ImportedMessageRow, presentImportedMessage } from './present-imported-message.ts'

/** Prefix of a pagination cursor in the imported history. The prefix alone refers to the end of the history, after its newest message. */
const CURSOR_PREFIX = 'p.'

export const isHistoryCursor = (cursor: string): boolean => cursor.startsWith(CURSOR_PREFIX)

/** Pagination cursor at the end of the imported history, after its newest message. */
export const NEWEST_HISTORY_CURSOR = CURSOR_PREFIX

export const buildHistoryCursor = ({ saidAt, id }: Pick<ImportedMessageRow, 'saidAt' | 'id'>): string =>
  `${CURSOR_PREFIX}${formatTimeCursor(saidAt, id)}`

type HistoryPosition = Pick<ImportedMessageRow, 'saidAt' | 'id'>

/**
 * Parses a pagination cursor of the imported history.
 * @returns null if the cursor refers to the end of the history
 * @throws 400 if the cursor is invalid
 */
export function parseHistoryCursor(cursor: string): HistoryPosition | null {
  const [time = '', id = ''] = cursor.slice(CURSOR_PREFIX.length).split('~')
  if (time === '' && id === '') return null
  const saidAt = new Date(time)
  if (Number.isNaN(saidAt.getTime()) || !isUuid(id)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return { saidAt, id }
}

const comparePositionSql = (operator: '<' | '>', { saidAt, id }: HistoryPosition): SQL =>
  sql`(${importedMessages.saidAt}, ${importedMessages.id}) ${sql.raw(operator)} (${saidAt.toISOString()}::timestamptz, ${id}::uuid)`

interface ConversationKey {
  tenantId: string
  conversationId: string
}

/**
 * Returns at most `limit` imported messages before the position `before`, oldest first. If `before` is null, returns the newest messages.
 */
export async function listOlderImportedMessages(
  tx: Tx,
  { tenantId, conversationId }: ConversationKey,
  before: HistoryPosition | null,
  limit: number,
): Promise<ImportedMessageRow[]> {
  const rows = await tx.db
    .select()
    .from(importedMessages)
    .where(importedMessagesCondition(tenantId, conversationId, before ? comparePositionSql('<', before) : undefined))
    .orderBy(desc(importedMessages.saidAt), desc(importedMessages.id))
    .limit(limit)
  return rows.reverse()
}

/** Returns at most `limit` imported messages after the position `after`, oldest first. */
export const listNewerImportedMessages = (
  tx: Tx,
  { tenantId, conversationId }: ConversationKey,
  after: HistoryPosition,
  limit: number,
): Promise<ImportedMessageRow[]> =>
  tx.db
    .select()
    .from(importedMessages)
    .where(and(importedMessagesCondition(tenantId, conversationId), comparePositionSql('>', after)))
    .orderBy(asc(importedMessages.saidAt), asc(importedMessages.id))
    .limit(limit)

export async function findImportedMessage(
  tx: Tx,
  { tenantId, conversationId }: ConversationKey,
  messageId: string,
): Promise<ImportedMessageRow | null> {
  const [row] = await tx.db
    .select()
    .from(importedMessages)
    .where(importedMessagesCondition(tenantId, conversationId, eq(importedMessages.id, messageId)))
  return row ?? null
}

/**
 * Converts imported message rows to the API's `Message`. A reaction refers to its target by our message id; null if the target is not
 * stored.
 */
export async function presentImportedMessages(tx: Tx, tenantId: string, rows: readonly ImportedMessageRow[]): Promise<Message[]> {
  const targets = rows.map(getReactionTarget).filter((target) => target !== null)
  const idByChannelId = targets.length > 0 ? await mapMessageIds(tx, tenantId, targets) : new Map<string, string>()
  return rows.map((row) => presentImportedMessage(row, idByChannelId))
}

async function mapMessageIds(tx: Tx, tenantId: string, channelIds: readonly string[]): Promise<Map<string, string>> {
  const storedMessages = [
    ...(await tx.db
      .select({ id: importedMessages.id, channelId: importedMessages.channelId })
      .from(importedMessages)
      .where(whereTenant(importedMessages, tenantId, equalsAny(importedMessages.channelId, channelIds)))),
    ...(await tx.db
      .select({ id: messages.id, channelId: messages.channelId })
      .from(messages)
      .where(whereTenant(messages, tenantId, equalsAny(messages.channelId, channelIds)))),
  ]
  return new Map(storedMessages.map(({ id, channelId }) => [channelId ?? '', id]))
}
