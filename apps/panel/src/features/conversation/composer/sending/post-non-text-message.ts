import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { call } from '../../../../shared/api/api-client.ts'
import type { SendRequestOptions, UnsentMessage } from '../../outbox/outbox.ts'
import { getReplyToField } from '../../outbox/reply-to-field.ts'
import { postTemplate } from './post-template.ts'

/** Sends a message that is not plain text, or that replies to another message. */
export async function postNonTextMessage(entry: UnsentMessage, options: SendRequestOptions) {
  const { template, file } = entry
  // A file is uploaded before its message or template is sent. The location of a template is part of the template.
  if (file && !(template && file.card)) {
    const { postAttachment } = await import('../files/files-chunk.ts')
    return postAttachment(entry, options, template && ((header_file_id) => postTemplate(template, options, header_file_id)))
  }
  if (template) return postTemplate(template, options)
  return call(sendMessage, { ...options, body: { content: entry.content, ...getReplyToField(entry) } })
}
