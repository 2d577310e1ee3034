import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { notify } from '../../../../shared/notifications/notifications.ts'
import type { UnsentAttachment, UnsentMessage, UnsentMessageType, UnsentStructuredContent } from '../../outbox/outbox.ts'
import { storeUnsentBlob } from '../../outbox/storage/unsent-persistence.ts'
import { getOrStartUpload } from '../../outbox/uploads/upload-queue.ts'

const NOT_STORED_WARNING = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** Functions that add a message bubble to the conversation (`enqueue`) and send its message (`attempt`). */
export interface MessageSender {
  enqueue: (content: string, template: undefined, file: UnsentAttachment, type: UnsentMessageType) => UnsentMessage
  attempt: (entry: UnsentMessage) => Promise<unknown>
}

export interface OutgoingFile {
  blob: Blob
  name: string
  mediaType: SentMediaType
  caption?: string
  needsConversion?: true
}

const getTypeAndName = (content: UnsentStructuredContent): [UnsentMessageType, string] => {
  if ('location' in content) return ['location', content.location.name ?? 'Localização']
  if ('contact' in content) return ['contact', content.contact.name]
  return ['choices', content.question]
}

/** Adds a location, a contact or a question with choices to the conversation as a message bubble, and sends it. */
export function sendStructuredContent({ enqueue, attempt }: MessageSender, content: UnsentStructuredContent): void {
  const [type, name] = getTypeAndName(content)
  const entry = enqueue('', undefined, { name, size: 0, card: content }, type)
  void attempt(entry).catch(() => undefined)
}

/**
 * Adds files to the conversation as message bubbles and sends them in this order, before any later message. Each file is first stored in
 * this browser. A file can be uploaded while earlier messages are still being sent.
 */
export async function sendFiles({ enqueue, attempt }: MessageSender, files: readonly OutgoingFile[]): Promise<void> {
  const entries = files.map(({ blob, name, mediaType, caption = '', needsConversion }) => ({
    entry: enqueue(caption, undefined, { name, size: blob.size, converts: needsConversion }, mediaType),
    blob,
  }))
  const storingBlobs = entries.map(({ entry, blob }) => storeUnsentBlob(entry.tempId, blob))
  for (const { entry } of entries) {
    getOrStartUpload(entry)
    void attempt(entry).catch(() => undefined)
  }
  if ((await Promise.all(storingBlobs)).includes(false)) notify.warning({ message: NOT_STORED_WARNING })
}
