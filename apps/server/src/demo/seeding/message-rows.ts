import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { toQuoteMeta } from '../../features/conversations/messages/quote.ts'
import type { messages } from '../../platform/database/schema/conversations/conversations.ts'
import type { transcripts } from '../../platform/database/schema/conversations/transcripts.ts'
import { getAdImageId } from '../../platform/files/ad-image-id.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import type { DemoConversation, DemoMessage } from '../conversations/demo-tenant.ts'
import { VOICE_NOTE_SECONDS } from '../files/silent-voice-note.ts'
import { createDemoFile, type StoredDemoFile } from '../files/store-demo-files.ts'

/** Returns the database rows of a conversation's messages (oldest first) and transcripts, and the files to store. */
export function buildMessageRows(tenantId: string, conversationId: string, { messages: all }: DemoConversation) {
  let leadMessages = 0
  const files: StoredDemoFile[] = []
  const rows: (typeof messages.$inferInsert)[] = []
  const transcriptRows: (typeof transcripts.$inferInsert)[] = []
  let turn: Turn = { uptoSeq: 0, parts: 0, transcribedIds: [] }
  /** Ids of the lead's voice messages that the agent has not answered yet. */
  let pendingTranscriptIds: string[] = []
  for (const [index, message] of all.entries()) {
    const id = uuid()
    if (message.role === 'humano') {
      leadMessages++
      if (message.transcript) pendingTranscriptIds.push(id)
      turn = { uptoSeq: index + 1, parts: 0, transcribedIds: pendingTranscriptIds }
    } else pendingTranscriptIds = []
    const isAgentMessage = message.role === 'AI' && !message.manual
    if (message.transcript)
      transcriptRows.push(
        buildTranscriptRow({ tenantId, messageId: id, text: message.transcript, storedAt: message.at }, createFileBytes(message)),
      )
    const bytes = createFileBytes(message)
    if (bytes) {
      const { mime_type: mimeType = null, filename = null } = message.attachment ?? {}
      files.push({ messageId: id, kind: message.type, mimeType, filename, bytes })
    }
    if (message.ad) files.push(createAdImage(id, message.ad.headline))
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
      // This key marks messages that an agent wrote. Only such messages can be corrected.
      clientKey: isAgentMessage ? `turn:${turn.uptoSeq}:${turn.parts++}` : null,
      leadMessages,
      attachment: bytes ? { ...message.attachment, url: `/api/media/${id}`, size: bytes.length } : message.attachment,
      delivery: message.role === 'AI' ? 'sent' : null,
      transcript: message.transcript ? { state: 'done', text: message.transcript } : null,
      meta: buildMessageMeta(message, {
        answered: message.replyDistance === undefined ? undefined : rows[index - message.replyDistance],
        heard: isAgentMessage ? turn.transcribedIds : [],
      }),
      createdAt: message.at,
    })
  }
  return { rows, files, transcriptRows }
}

interface Turn {
  uptoSeq: number
  parts: number
  transcribedIds: readonly string[]
}

const createFileBytes = ({ type, content }: DemoMessage): Buffer | null => createDemoFile(type, content)

type VoiceTranscriptInput = Pick<typeof transcripts.$inferInsert, 'tenantId' | 'messageId' | 'storedAt'> & { text: string }

/** Creates a transcript with one segment per sentence. The segments' times are spread over the length of the audio. */
function buildTranscriptRow(transcript: VoiceTranscriptInput, bytes: Buffer | null): typeof transcripts.$inferInsert {
  const sentences = [...new Intl.Segmenter('pt-BR', { granularity: 'sentence' }).segment(transcript.text)]
  const timeAt = (chars: number) => Math.round((chars / transcript.text.length) * VOICE_NOTE_SECONDS * 10) / 10
  const segments = sentences.map(({ segment, index }) => ({
    start: timeAt(index),
    end: timeAt(index + segment.length),
    text: segment.trim(),
  }))
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
  return { ...transcript, state: 'done', language: 'pt', durationS: VOICE_NOTE_SECONDS, segments, sha256, calls: 1 }
}

const createAdImage = (messageId: string, headline: string): StoredDemoFile => {
  const bytes = createDemoFile('image', headline) ?? Buffer.alloc(0)
  return { messageId: getAdImageId(messageId), kind: 'image', mimeType: 'image/png', filename: null, bytes }
}

/** Returns a message's metadata in the format that the message features store. */
function buildMessageMeta(
  { ad, reaction }: DemoMessage,
  { answered, heard }: { answered: typeof messages.$inferInsert | undefined; heard: readonly string[] },
): JsonObject | null {
  const meta: JsonObject = {
    ...(heard.length > 0 ? { heard: [...heard] } : {}),
    ...(answered ? { quote: toQuoteMeta(answered) } : {}),
    ...(reaction ? { ourReaction: { ...reaction } } : {}),
    ...(ad ? { referral: { source_id: 'demo', headline: ad.headline, body: ad.body }, adPicture: true } : {}),
  }
  return Object.keys(meta).length > 0 ? meta : null
}
