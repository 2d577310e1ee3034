import { sendMessage } from '@prosa/contract/calls/conversations'
import { call } from '../../../shared/api/client.ts'
import { answered } from '../cache/answered.ts'
import type { PostOptions, Unsent } from '../cache/outbox.ts'
import { postTemplate } from './post-template.ts'

/** What is no text. */
export async function postOther(entry: Unsent, options: PostOptions) {
  const { template, file } = entry
  // A file goes first, its message behind it, be that a template or not; the place of a template goes with it.
  if (file && !(template && file.card)) {
    const { postFile } = await import('../files/late.ts')
    return postFile(entry, options, template && ((header_file_id) => postTemplate(template, options, header_file_id)))
  }
  if (template) return postTemplate(template, options)
  return call(sendMessage, { ...options, body: { content: entry.content, ...answered(entry) } })
}
