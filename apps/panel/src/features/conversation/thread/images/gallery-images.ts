import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { formatFullDate } from '../../../../shared/formatting/format-date.ts'
import { toSafeUrl } from '../content/safe-url.ts'

export interface GalleryImage {
  /** Id of the message that contains the image. */
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

/** Returns the image of a message as a list with one item, or an empty list if the image's file is not stored. */
export function toGalleryImages({ message_id, role, timestamp, attachment }: ImageMessage): GalleryImage[] {
  const src = toSafeUrl(attachment?.url)
  if (!src) return []
  const from = isLeadRole(role) ? 'do lead' : 'enviada'
  return [
    { id: message_id, src, alt: `Imagem ${from}, ${formatFullDate(timestamp)}`, filename: attachment?.filename ?? 'imagem' },
  ]
}
