import { sendMessage } from '@prosa/contract/calls/conversations'
import type { AnswerOf } from '@prosa/contract/define-call'
import type { SendAs } from '@prosa/contract/entities/message'
import { call } from '../../../shared/api/client.ts'
import { answered } from '../cache/answered.ts'
import type { PostOptions, Unsent, UnsentType } from '../cache/outbox.ts'
import { isUnsent } from './keep-unsent.ts'
import { persistently } from './persistently.ts'
import { playAs } from './player/player.ts'
import { uploadOf } from './uploads.ts'

const NEVER_OFF = new AbortController().signal

/** Of what is uploaded. */
const sentAs = (type: UnsentType | undefined): SendAs | undefined =>
  type === 'location' || type === 'contact' || type === 'choices' ? undefined : type

/**
 * Sends what is written in the place of a file, or uploads a file and sends it, as a message of its own or (`post`) with another; the same key makes trying
 * again harmless, whatever of it the server has already.
 */
export async function postFile(
  entry: Unsent,
  options: PostOptions,
  post: (fileId: string) => Promise<AnswerOf<typeof sendMessage>> = (file_id) =>
    call(sendMessage, {
      ...options,
      body: { content: entry.content, file_id, as: sentAs(entry.type), ...answered(entry) },
    }),
) {
  const { tempId, content, file } = entry
  if (file?.card) {
    const { question, ...card } = { question: content, ...file.card }
    return call(sendMessage, { ...options, body: { content: question, ...card, ...answered(entry) } })
  }
  // Called off while it waited for its turn, or there already.
  if (!isUnsent(tempId)) return { success: true as const }
  const { fileId, signal, finish } = uploadOf(entry)
  try {
    const id = await fileId
    finish()
    // Without its key a second time would be a second message.
    // Whoever left by choice left nothing behind, for the next person least of all.
    const attempt = async () => (isUnsent(tempId) ? post(id) : { success: true as const })
    const answer = await (options.headers ? persistently(entry, NEVER_OFF, attempt) : attempt())
    const message = 'data' in answer ? answer.data?.message : undefined
    if (message) playAs(message.message_id, tempId)
    return answer
  } catch (error) {
    // Called off by the person: its bubble has gone, and there is nothing to tell.
    if (signal.aborted) return { success: true as const }
    throw error
  } finally {
    finish()
  }
}
