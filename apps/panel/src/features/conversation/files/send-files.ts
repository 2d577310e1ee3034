import type { SendAs } from '@prosa/contract/entities/message'
import { notify } from '../../../shared/notifications.ts'
import type { Unsent, UnsentCard, UnsentFile, UnsentType } from '../cache/outbox.ts'
import { keepBlob } from './keep-unsent.ts'
import { uploadOf } from './uploads.ts'

const NOT_KEPT = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** Functions that add a bubble to the conversation and send it. */
export interface FileSending {
  put: (content: string, template: undefined, file: UnsentFile, type: UnsentType) => Unsent
  attempt: (entry: Unsent) => Promise<unknown>
}

export interface OutgoingFile {
  blob: Blob
  name: string
  as: SendAs
  caption?: string
  converts?: true
}

const nameOf = (card: UnsentCard): [UnsentType, string] => {
  if ('location' in card) return ['location', card.location.name ?? 'Localização']
  if ('contact' in card) return ['contact', card.contact.name]
  return ['choices', card.question]
}

/** Adds a location, a contact or a question with choices to the conversation and sends it. */
export function sendCard({ put, attempt }: FileSending, card: UnsentCard): void {
  const [type, name] = nameOf(card)
  const entry = put('', undefined, { name, size: 0, card }, type)
  void attempt(entry).catch(() => undefined)
}

/**
 * Adds files to the conversation and sends them in this order, before any later message. Each is stored before its upload, and uploads
 * while earlier ones are still being sent.
 */
export async function sendFiles({ put, attempt }: FileSending, files: readonly OutgoingFile[]): Promise<void> {
  const entries = files.map(({ blob, name, as, caption = '', converts }) => ({
    entry: put(caption, undefined, { name, size: blob.size, converts }, as),
    blob,
  }))
  const keeping = entries.map(({ entry, blob }) => keepBlob(entry.tempId, blob))
  for (const { entry } of entries) {
    uploadOf(entry)
    void attempt(entry).catch(() => undefined)
  }
  if ((await Promise.all(keeping)).includes(false)) notify.warning({ message: NOT_KEPT })
}
