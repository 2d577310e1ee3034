import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { formatFullDate } from '../../../../shared/formatting/format-date.ts'
import { toSafeUrl } from '../content/safe-url.ts'

/** Image of the gallery. */
export interface GalleryImage {
  /** Id of its message. */
  id: string
  src: string
  alt: string
  /** File name for the download. */
  filename: string
}

interface ImageMessage {
  message_id: string
  role: Message['role']
  timestamp: string
  attachment?: Message['attachment']
}

/** Returns the image of a message, or an empty list if its file is not stored. */
export function toGalleryImages({ message_id, role, timestamp, attachment }: ImageMessage): GalleryImage[] {
  const src = toSafeUrl(attachment?.url)
  if (!src) return []
  const from = isLeadRole(role) ? 'do lead' : 'enviada'
  return [
    { id: message_id, src, alt: `Imagem ${from}, ${formatFullDate(timestamp)}`, filename: attachment?.filename ?? 'imagem' },
  ]
}
