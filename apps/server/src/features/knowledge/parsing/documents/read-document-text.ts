import type { DocumentInput } from '../../ports.ts'
import { type ParsedPassage, UnreadableSourceError } from '../source-parse-result.ts'
import { readDocumentIsolated } from './read-document-isolated.ts'

/** Returns the heading of a passage, without the page number in its place. */
const getHeading = ({ place }: ParsedPassage): string => (place ?? '').replace(/^página \d+(?:, )?/, '')

/** Joins passages to the text of a document. Consecutive passages under the same heading get the heading once. */
const joinPassageTexts = (passages: readonly ParsedPassage[]): string =>
  passages
    .flatMap((passage, at) => {
      const [heading, before] = [getHeading(passage), passages[at - 1]]
      return [before && getHeading(before) === heading ? '' : heading, passage.question, passage.text]
    })
    .filter(Boolean)
    .join('\n')

/**
 * Reads the text of a document in an isolated process, or returns the reason if the document cannot be read. See `Knowledge.readText`.
 */
export async function readDocumentText({
  tenantId,
  mostMs,
  ...given
}: DocumentInput): Promise<{ text: string } | { whyNot: string }> {
  let broken = ''
  try {
    const { passages } = await readDocumentIsolated(
      { as: 'file', ...given },
      (why) => {
        broken = `: ${why}`
      },
      { tenantId, isBehind: true, deadlineMs: mostMs },
    )
    return { text: joinPassageTexts(passages) }
  } catch (error) {
    if (error instanceof UnreadableSourceError) return { whyNot: `${error.message}${broken}` }
    throw error
  }
}
