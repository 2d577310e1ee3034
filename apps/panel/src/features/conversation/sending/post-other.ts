import { sendMessage } from '@prosa/contract/calls/conversations'
import { call } from '../../../shared/api/client.ts'
import { answered } from '../cache/answered.ts'
import type { PostOptions, Unsent } from '../cache/outbox.ts'
import { postTemplate } from './post-template.ts'

/** What is no text. */
export async function postOther(entry: Unsent, options: PostOptions) {
  // A file goes first, its message behind it, be that a template or not.
  if (entry.file) {
    const { postFile } = await import('../files/late.ts')
    const { template } = entry
    return postFile(entry, options, template && ((header_file_id) => postTemplate(template, options, header_file_id)))
  }
  if (entry.template) return postTemplate(entry.template, options)
  return call(sendMessage, { ...options, body: { content: entry.content, ...answered(entry) } })
}
