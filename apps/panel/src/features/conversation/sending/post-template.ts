import { sendTemplate } from '@prosa/contract/calls/channels'
import { call } from '../../../shared/api/client.ts'
import type { FilledTemplate } from '../cache/outbox.ts'

/** The template as the contract wants it. */
export const templateBody = ({ name, language, header, body }: FilledTemplate) => ({
  name,
  language,
  header: [...header],
  body: [...body],
})

interface PostOptions {
  params: { leadId: string; conversationId: string }
  headers?: Record<string, string>
}

export const postTemplate = (template: FilledTemplate, options: PostOptions) =>
  call(sendTemplate, { ...options, body: templateBody(template) })
