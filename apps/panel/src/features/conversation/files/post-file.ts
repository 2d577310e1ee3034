import { sendMessage } from '@prosa/contract/calls/conversations'
import type { AnswerOf } from '@prosa/contract/define-call'
import type { SendAs } from '@prosa/contract/entities/message'
import { call } from '../../../shared/api/client.ts'
import { fileError, upload } from '../../../shared/api/upload-file.ts'
import { answered } from '../cache/answered.ts'
import type { PostOptions, Unsent, UnsentType } from '../cache/outbox.ts'
import { blobOf } from './blobs.ts'
import { playAs } from './player/player.ts'
import { beginUpload } from './running.ts'

const GONE = 'O arquivo não está mais neste navegador. Anexe-o de novo.'

/** Of what is uploaded. */
const sentAs = (type: UnsentType | undefined): SendAs | undefined =>
  type === 'location' || type === 'contact' || type === 'choices' ? undefined : type

/**
 * Sends what is written in the place of a file, or uploads a file and sends it, as a message of its own or (`post`) with another; the same key makes trying
 * again harmless, whatever of it the server has already.
 */
export async function postFile(
  { tempId, content, file, type, replyTo }: Unsent,
  options: PostOptions,
  post: (fileId: string) => Promise<AnswerOf<typeof sendMessage>> = (file_id) =>
    call(sendMessage, { ...options, body: { content, file_id, as: sentAs(type), ...answered({ replyTo }) } }),
) {
  if (file?.card) {
    const { question, ...card } = { question: content, ...file.card }
    return call(sendMessage, { ...options, body: { content: question, ...card, ...answered({ replyTo }) } })
  }
  const blob = await blobOf(tempId)
  if (!blob || !file || !sentAs(type)) throw fileError(GONE)
  const { signal, onProgress, finish } = beginUpload(tempId)
  try {
    const file_id = await upload(blob, file.name, { signal, onProgress })
    // From here on it cannot be called off: the server may have it.
    finish()
    const answer = await post(file_id)
    const message = answer.data?.message
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
