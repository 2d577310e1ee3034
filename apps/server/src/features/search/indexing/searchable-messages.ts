import type { SearchMatchSource } from '@prosa/contract/entities/conversations/message-search-result'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAnyIndexed } from '../../../platform/database/queries/equals-any-indexed.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'

export interface SearchableMessage {
  readonly id: string
  readonly conversationId: string
  readonly role: string
  readonly at: Date
  readonly texts: readonly { source: SearchMatchSource; text: string }[]
}

/** Loads messages, including imported ones, with their searchable texts. Ignores unknown ids. Deleted messages have no texts. */
export async function loadSearchableMessages(tx: Tx, tenantId: string, ids: readonly string[]): Promise<SearchableMessage[]> {
  if (ids.length === 0) return []
  const [liveMessages, importedRows] = await Promise.all([
    tx.db
      .select()
      .from(messages)
      .where(whereTenant(messages, tenantId, equalsAnyIndexed(messages.id, tenantId, ids))),
    tx.db
      .select()
      .from(importedMessages)
      .where(whereTenant(importedMessages, tenantId, equalsAnyIndexed(importedMessages.id, tenantId, ids))),
  ])
  const getFilename = ({ attachment }: Pick<(typeof liveMessages)[number], 'attachment'>) => attachment?.filename ?? ''
  return [
    ...liveMessages.map(({ id, conversationId, role, createdAt: at, type, content, transcript, revokedAt, ...row }) => ({
      id,
      conversationId,
      role,
      at,
      texts:
        revokedAt || type === 'reaction'
          ? []
          : listNonEmptyTexts({ text: getMessageText(row, content), transcript: transcript?.text ?? '', file: getFilename(row) }),
    })),
    ...importedRows.map(({ id, conversationId, role, saidAt: at, type, content, ...row }) => ({
      id,
      conversationId,
      role,
      at,
      texts:
        type === 'reaction'
          ? []
          : listNonEmptyTexts({ text: getMessageText(row, content), transcript: '', file: getFilename(row) }),
    })),
  ]
}

/** Returns the text of a message. If the text is empty, returns the text of its contact cards. */
const getMessageText = ({ attachment }: Pick<typeof messages.$inferSelect, 'attachment'>, content: string): string =>
  content ||
  (attachment?.contacts ?? [])
    .map(({ name, company, phone, phones, email, emails }) =>
      [name, company, ...(phones ?? [phone]), ...(emails ?? [email])].filter(Boolean).join(' '),
    )
    .join('\n')

const listNonEmptyTexts = ({ text, transcript, file }: Record<SearchMatchSource, string>): SearchableMessage['texts'] =>
  (
    [
      { source: 'text', text },
      { source: 'transcript', text: transcript },
      { source: 'file', text: file },
    ] as const
  ).filter((entry) => entry.text.trim() !== '')
