import type { DocumentInput } from '../../ports.ts'
import { type ParsedPassage, UnreadableSourceError } from '../source-parse-result.ts'
import { readDocumentIsolated } from './read-document-isolated.ts'

/** Returns the heading of a passage from its place, without the page number. */
const getHeading = ({ place }: ParsedPassage): string => (place ?? '').replace(/^página \d+(?:, )?/, '')

/** Joins passages into one text. A heading is only written before its first passage. */
const joinPassageTexts = (passages: readonly ParsedPassage[]): string =>
  passages
    .flatMap((passage, index) => {
      const [heading, previousPassage] = [getHeading(passage), passages[index - 1]]
      return [previousPassage && getHeading(previousPassage) === heading ? '' : heading, passage.question, passage.text]
    })
    .filter(Boolean)
    .join('\n')

/** Reads the text of a document in an isolated process. Returns `whyNot` with the reason if the document cannot be read. */
export async function readDocumentText({
  tenantId,
  timeoutMs,
  ...document
}: DocumentInput): Promise<{ text: string } | { whyNot: string }> {
  let failureDetail = ''
  try {
    const { passages } = await readDocumentIsolated(
      { contentKind: 'file', ...document },
      (reason) => {
        failureDetail = `: ${reason}`
      },
      { tenantId, hasLowPriority: true, deadlineMs: timeoutMs },
    )
    return { text: joinPassageTexts(passages) }
  } catch (error) {
    if (error instanceof UnreadableSourceError) return { whyNot: `${error.message}${failureDetail}` }
    throw error
  }
}
