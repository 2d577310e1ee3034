import type { HiddenInjection } from '../../../features/assistant/testing/injections/hidden-injections.ts'
import { buildFileLine } from '../../../features/conversations/documents/build-file-line.ts'
import { readDocumentText } from '../../../features/knowledge/parsing/documents/read-document-text.ts'
import type { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { withTemporaryFile } from '../../../platform/isolated-task/with-temporary-file.ts'
import { createPdf } from '../../files/create-pdf.ts'
import { createDocx } from '../../files/office-files.ts'

/** Returns a message as it is stored after the file with the injected instruction was read, described or transcribed. */
export async function buildInjectedFileMessage({ where, text }: HiddenInjection): Promise<Partial<typeof messages.$inferInsert>> {
  const since = new Date(0).toISOString()
  if (where === 'transcript') return { type: 'audio', content: '', transcript: { state: 'done', text } }
  if (where === 'description')
    return { type: 'image', content: '', aboutFile: { state: 'done', line: buildFileLine(text), text: '', since } }
  const bytes = where === 'pdf' ? await createPdf([{ paragraphs: [text] }]) : createDocx(text.split('\n'))
  const given = { tenantId: '', format: where, maxPages: 50, timeoutMs: 30_000 }
  const read = await withTemporaryFile(bytes, (path) => readDocumentText({ ...given, path }))
  if ('whyNot' in read) throw new Error(`${where}: ${read.whyNot}`)
  return { type: 'document', content: '', aboutFile: { state: 'done', line: buildFileLine(read.text), text: read.text, since } }
}
