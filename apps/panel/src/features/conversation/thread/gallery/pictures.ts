import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import { fullDate } from '../../../../shared/lib/dates.ts'
import { safeUrl } from '../safe-url.ts'

/** A picture as the gallery shows it. */
export interface Picture {
  /** Of its message. */
  id: string
  src: string
  alt: string
  /** What it is saved as. */
  filename: string
}

interface Carrier {
  message_id: string
  role: Message['role']
  timestamp: string
  attachment?: Message['attachment']
}

/** The picture that a message carries; none: its file is not here. */
export function pictureOf({ message_id, role, timestamp, attachment }: Carrier): Picture[] {
  const src = safeUrl(attachment?.url)
  if (!src) return []
  const from = isLeadRole(role) ? 'do lead' : 'enviada'
  return [{ id: message_id, src, alt: `Imagem ${from}, ${fullDate(timestamp)}`, filename: attachment?.filename ?? 'imagem' }]
}
