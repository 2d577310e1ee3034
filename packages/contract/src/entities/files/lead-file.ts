import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { attachment, messageRole } from '../conversations/message.ts'
import { fileKind } from './file.ts'

/** A file in a message to or from a lead, for the list of files in the lead's profile. Prosa extension. */
export const leadFile = z.object({
  message_id: id,
  conversation_id: id,
  kind: fileKind,
  role: messageRole,
  timestamp,
  attachment,
})
export type LeadFile = z.infer<typeof leadFile>
