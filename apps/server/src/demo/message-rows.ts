import { v7 as uuid } from 'uuid'
import { quoteOf } from '../features/conversations/quote.ts'
import { adPictureOf } from '../kernel/ad-picture.ts'
import type { messages } from '../kernel/db/schema/conversations.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { DemoConversation, DemoMessage } from './demo-tenant.ts'
import { demoFile, type KeptFile } from './files/keep-files.ts'

/** What was said as it is stored, oldest first, and the files behind it. */
export function messageRows(tenantId: string, conversationId: string, { messages: all }: DemoConversation) {
  let leadMessages = 0
  const files: KeptFile[] = []
  const rows: (typeof messages.$inferInsert)[] = []
  let turn = { uptoSeq: 0, parts: 0 }
  for (const [index, message] of all.entries()) {
    if (message.role === 'humano') {
      leadMessages++
      turn = { uptoSeq: index + 1, parts: 0 }
    }
    const isAgents = message.role === 'AI' && !message.manual
    const id = uuid()
    const bytes = demoFile(message.type, message.content)
    if (bytes) {
      const { mime_type: mimeType = null, filename = null } = message.attachment ?? {}
      files.push({ messageId: id, kind: message.type, mimeType, filename, bytes })
    }
    if (message.ad) files.push(adPicture(id, message.ad.headline))
    rows.push({
      tenantId,
      conversationId,
      seq: index + 1,
      id,
      role: message.role,
      type: message.type,
      content: message.content,
      manual: message.manual,
      senderId: message.sender?.id ?? null,
      senderName: message.sender?.name ?? null,
      // As a turn of an agent would have said it, so that it can be put right.
      clientKey: isAgents ? `turn:${turn.uptoSeq}:${turn.parts++}` : null,
      leadMessages,
      attachment: bytes ? { ...message.attachment, url: `/api/media/${id}`, size: bytes.length } : message.attachment,
      delivery: message.role === 'AI' ? 'sent' : null,
      meta: metaOf(message, message.answers === undefined ? undefined : rows[index - message.answers]),
      createdAt: message.at,
    })
  }
  return { rows, files }
}

const adPicture = (messageId: string, headline: string): KeptFile => {
  const bytes = demoFile('image', headline) ?? Buffer.alloc(0)
  return { messageId: adPictureOf(messageId), kind: 'image', mimeType: 'image/png', filename: null, bytes }
}

/** What a message is beside its words, as receiving and sending keep it. */
function metaOf({ ad, reaction }: DemoMessage, answered: typeof messages.$inferInsert | undefined): JsonObject | null {
  const meta: JsonObject = {
    ...(answered ? { quote: quoteOf(answered) } : {}),
    ...(reaction ? { ourReaction: { ...reaction } } : {}),
    ...(ad ? { referral: { source_id: 'demo', headline: ad.headline, body: ad.body }, adPicture: true } : {}),
  }
  return Object.keys(meta).length > 0 ? meta : null
}
