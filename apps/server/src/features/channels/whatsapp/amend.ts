import * as z from 'zod/mini'
import { adPictureOf } from '../../../kernel/ad-picture.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import type { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { Files } from '../../files/ports.ts'
import { marksOf } from './keep-events.ts'
import { purgeWithinADay } from './purge-events.ts'
import { readMessage } from './read-message.ts'

/** A message that was put otherwise, or taken back, where it was written. */
export interface ReadAmendment {
  /** Meta's id of it. */
  channelId: string
  /** Null: taken back; undefined: put otherwise in words that cannot be read, so that it stands as it was. */
  content: string | null | undefined
}

const original = z.object({ original_message_id: z.coerce.string().check(z.minLength(1)) })
const schema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edit'), edit: z.extend(original, { message: z.unknown() }) }),
  z.object({ type: z.literal('revoke'), revoke: original }),
])

/** Null for a message that is none of these. */
export function readAmendment(message: unknown): ReadAmendment | null {
  const read = schema.safeParse(message).data
  if (!read) return null
  if (read.type === 'revoke') return { channelId: read.revoke.original_message_id, content: null }
  return { channelId: read.edit.original_message_id, content: wordingOf(read.edit.message) }
}

/** A file may have lost its caption; what says nothing else, or is on the phone only, tells no new wording. */
function wordingOf(message: unknown): string | undefined {
  const { type, content, file } = readMessage(message)
  return type === 'unsupported' || (content === '' && !file) ? undefined : content
}

/** Does it, now or when its message comes; what was taken back loses its file too. */
export async function amend(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  ports: { conversations: Pick<Conversations, 'amend'>; files: Pick<Files, 'release'> },
  { tenantId, numberId, kind, key, sender }: typeof whatsappEvents.$inferSelect,
  { amendment, saidAt }: { amendment: ReadAmendment; saidAt: Date },
  at: Date,
): Promise<void> {
  const { channelId, content } = amendment
  if (content === undefined) return
  const byLead = kind === 'message'
  // Its lead was erased, and nothing that it says of that comes back.
  if ((await marksOf(tx, { tenantId, numberId }, [erasedKey(`${kind}:${channelId}`)])).length > 0) return
  const taken = await ports.conversations.amend(tx, { tenantId, key, sender, byLead, saidAt, channelId, content }, at)
  await purgeWithinADay(tx, { jobs }, tenantId)
  if (taken) {
    const which = { leadId: taken.leadId, messageIds: [taken.messageId, adPictureOf(taken.messageId)], visitor: null }
    await ports.files.release(tx, tenantId, which)
  }
}
