import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { notify } from '../../../../shared/notifications/notifications.ts'
import type { UnsentAttachment, UnsentMessage, UnsentMessageType, UnsentStructuredContent } from '../../outbox/outbox.ts'
import { storeUnsentBlob } from '../../outbox/storage/unsent-persistence.ts'
import { getOrStartUpload } from '../../outbox/uploads/upload-queue.ts'

const NOT_STORED_WARNING = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** Functions that add a message bubble to the conversation (`put`) and send its message (`attempt`). */
export interface MessageSender {
  put: (content: string, template: undefined, file: UnsentAttachment, type: UnsentMessageType) => UnsentMessage
  attempt: (entry: UnsentMessage) => Promise<unknown>
}

export interface OutgoingFile {
  blob: Blob
  name: string
  as: SentMediaType
  caption?: string
  converts?: true
}

const getTypeAndName = (card: UnsentStructuredContent): [UnsentMessageType, string] => {
  if ('location' in card) return ['location', card.location.name ?? 'Localização']
  if ('contact' in card) return ['contact', card.contact.name]
  return ['choices', card.question]
}

/** Adds a location, a contact or a question with choices to the conversation as a message bubble, and sends it. */
export function sendStructuredContent({ put, attempt }: MessageSender, card: UnsentStructuredContent): void {
  const [type, name] = getTypeAndName(card)
  const entry = put('', undefined, { name, size: 0, card }, type)
  void attempt(entry).catch(() => undefined)
}

/**
 * Adds files to the conversation as message bubbles and sends them in this order, before any later message. Each file is first stored in
 * this browser. A file can be uploaded while earlier messages are still being sent.
 */
export async function sendFiles({ put, attempt }: MessageSender, files: readonly OutgoingFile[]): Promise<void> {
  const entries = files.map(({ blob, name, as, caption = '', converts }) => ({
    entry: put(caption, undefined, { name, size: blob.size, converts }, as),
    blob,
  }))
  const keeping = entries.map(({ entry, blob }) => storeUnsentBlob(entry.tempId, blob))
  for (const { entry } of entries) {
    getOrStartUpload(entry)
    void attempt(entry).catch(() => undefined)
  }
  if ((await Promise.all(keeping)).includes(false)) notify.warning({ message: NOT_STORED_WARNING })
}
