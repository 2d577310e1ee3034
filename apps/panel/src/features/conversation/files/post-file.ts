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

/** Returns how an uploaded file is sent; undefined for cards. */
const sentAs = (type: UnsentType | undefined): SendAs | undefined =>
  type === 'location' || type === 'contact' || type === 'choices' ? undefined : type

/** Sends a card, or uploads a file and sends it, as its own message or by `post` with another one. The same key makes a retry safe. */
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
  // Cancelled while it waited, or already sent.
  if (!isUnsent(tempId)) return { success: true as const }
  const { fileId, signal, finish } = uploadOf(entry)
  try {
    const id = await fileId
    finish()
    // Retries only with a key, because without one a second attempt could send a second message. After a sign-out chosen by the user the
    // entry is gone and nothing is sent.
    const attempt = async () => (isUnsent(tempId) ? post(id) : { success: true as const })
    const answer = await (options.headers ? persistently(entry, NEVER_OFF, attempt) : attempt())
    const message = 'data' in answer ? answer.data?.message : undefined
    if (message) playAs(message.message_id, tempId)
    return answer
  } catch (error) {
    // Cancelled by the user: the bubble is gone and there is no error to show.
    if (signal.aborted) return { success: true as const }
    throw error
  } finally {
    finish()
  }
}
