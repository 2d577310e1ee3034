import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import { fullDate } from '../../../../shared/lib/dates.ts'
import { safeUrl } from '../safe-url.ts'

/** Image of the gallery. */
export interface Picture {
  /** Id of its message. */
  id: string
  src: string
  alt: string
  /** File name for the download. */
  filename: string
}

interface Carrier {
  message_id: string
  role: Message['role']
  timestamp: string
  attachment?: Message['attachment']
}

/** Returns the image of a message, or an empty list if its file is not stored. */
export function pictureOf({ message_id, role, timestamp, attachment }: Carrier): Picture[] {
  const src = safeUrl(attachment?.url)
  if (!src) return []
  const from = isLeadRole(role) ? 'do lead' : 'enviada'
  return [{ id: message_id, src, alt: `Imagem ${from}, ${fullDate(timestamp)}`, filename: attachment?.filename ?? 'imagem' }]
}
