import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import type { CallResponse } from '@prosa/contract/define-call'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { call } from '../../../../shared/api/api-client.ts'
import { replaceAudioId } from '../../audio/audio-player-store.ts'
import type { SendRequestOptions, UnsentMessage, UnsentMessageType } from '../../outbox/outbox.ts'
import { getReplyToField } from '../../outbox/reply-to-field.ts'
import { isInOutbox } from '../../outbox/storage/unsent-persistence.ts'
import { retryTransientFailures } from '../../outbox/uploads/retry-transient-failures.ts'
import { getOrStartUpload } from '../../outbox/uploads/upload-queue.ts'

const NEVER_ABORTED = new AbortController().signal

/** Returns the media type under which a file is sent; undefined for a location, a contact or choices. */
const toSendAs = (type: UnsentMessageType | undefined): SentMediaType | undefined =>
  type === 'location' || type === 'contact' || type === 'choices' ? undefined : type

/**
 * Sends a message with a location, a contact, choices or a file, which is uploaded first. `post` sends the message for the uploaded file,
 * for example as a template. Retries use the same idempotency key, so that nothing is sent twice.
 */
export async function postAttachment(
  entry: UnsentMessage,
  options: SendRequestOptions,
  post: (fileId: string) => Promise<CallResponse<typeof sendMessage>> = (file_id) =>
    call(sendMessage, {
      ...options,
      body: { content: entry.content, file_id, as: toSendAs(entry.type), ...getReplyToField(entry) },
    }),
) {
  const { tempId, content, file } = entry
  if (file?.card) {
    const { question, ...card } = { question: content, ...file.card }
    return call(sendMessage, { ...options, body: { content: question, ...card, ...getReplyToField(entry) } })
  }
  // The user has cancelled the message, or it was already sent.
  if (!isInOutbox(tempId)) return { success: true as const }
  const { fileId, signal, finish } = getOrStartUpload(entry)
  try {
    const id = await fileId
    finish()
    // Retries only with an idempotency key, because otherwise a retry could send the message twice. After a sign-out chosen by the user,
    // the entry is gone and nothing is sent.
    const attempt = async () => (isInOutbox(tempId) ? post(id) : { success: true as const })
    const response = await (options.headers ? retryTransientFailures(entry, NEVER_ABORTED, attempt) : attempt())
    const message = 'data' in response ? response.data?.message : undefined
    if (message) replaceAudioId(message.message_id, tempId)
    return response
  } catch (error) {
    // The user has cancelled the message: its bubble is gone, and there is no error to show.
    if (signal.aborted) return { success: true as const }
    throw error
  } finally {
    finish()
  }
}
