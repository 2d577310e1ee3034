import type { GivenText } from './ports.ts'
import { readIsolated } from './read/file/read-isolated.ts'
import { type ReadPassage, UnreadableSource } from './read/passage.ts'

/** Returns the heading of a passage, without its page number. */
const headingOf = ({ place }: ReadPassage): string => (place ?? '').replace(/^página \d+(?:, )?/, '')

/** Returns the text of a document, with each heading once. */
const textOf = (passages: readonly ReadPassage[]): string =>
  passages
    .flatMap((passage, at) => {
      const [heading, before] = [headingOf(passage), passages[at - 1]]
      return [before && headingOf(before) === heading ? '' : heading, passage.question, passage.text]
    })
    .filter(Boolean)
    .join('\n')

/** Reads the text of a document in an isolated process, or returns why it cannot be read. See `Knowledge.readText`. */
export async function readText({ tenantId, mostMs, ...given }: GivenText): Promise<{ text: string } | { whyNot: string }> {
  let broken = ''
  try {
    const { passages } = await readIsolated(
      { as: 'file', ...given },
      (why) => {
        broken = `: ${why}`
      },
      { tenantId, isBehind: true, deadlineMs: mostMs },
    )
    return { text: textOf(passages) }
  } catch (error) {
    if (error instanceof UnreadableSource) return { whyNot: `${error.message}${broken}` }
    throw error
  }
}
