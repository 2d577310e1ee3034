import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeWords, type OriginalPassage } from '../../../platform/database/schema/agents/knowledge.ts'
import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import type { ParsedPassage } from '../parsing/source-parse-result.ts'

const BATCH_SIZE = 500

type PassageTexts = Pick<ParsedPassage, 'text' | 'question' | 'heading'>

const countPassageWords = (passages: readonly PassageTexts[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { text, question, heading } of passages)
    for (const word of new Set(extractSingularWords(`${question ?? ''} ${heading ?? ''} ${text}`)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Adds the values in `words` to the stored numbers of passages per word. Updates words in alphabetical order, so that concurrent
 * transactions do not deadlock.
 */
async function storeWordCounts(tx: Tx, tenantId: string, words: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...words].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, passages]) => ({ tenantId, word, passages }))
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE)
    await tx.db
      .insert(knowledgeWords)
      .values(rows.slice(offset, offset + BATCH_SIZE))
      .onConflictDoUpdate({
        target: [knowledgeWords.tenantId, knowledgeWords.word],
        set: { passages: sql`${knowledgeWords.passages} + excluded.passages` },
      })
}

export async function updateWordCounts(
  tx: Tx,
  tenantId: string,
  removedPassages: readonly PassageTexts[],
  addedPassages: readonly PassageTexts[],
): Promise<void> {
  const [removedCounts, countChanges] = [countPassageWords(removedPassages), countPassageWords(addedPassages)]
  for (const [word, times] of removedCounts) countChanges.set(word, (countChanges.get(word) ?? 0) - times)
  await storeWordCounts(tx, tenantId, new Map([...countChanges].filter(([, times]) => times !== 0)))
}

type PlacedPassage = PassageTexts & Pick<ParsedPassage, 'place'>
type PreviousPassage = PlacedPassage & { readonly original: OriginalPassage | null }

const getPassageKey = ({ text, question }: OriginalPassage): string => JSON.stringify([text, question])

const removeFirst = (
  passages: PreviousPassage[] | undefined,
  matches: (each: PreviousPassage) => boolean,
): PreviousPassage | undefined => {
  const at = passages?.findIndex(matches) ?? -1
  return at < 0 ? undefined : passages?.splice(at, 1)[0]
}

/**
 * Applies users' edits of previous passages to the passages that were just read. `lostEditCount`: number of edits whose original text no
 * longer exists. Each edit is applied to at most one passage.
 */
const applyUserEdits = <Read extends PlacedPassage>(
  readPassages: readonly Read[],
  previousPassages: readonly PreviousPassage[],
) => {
  const previousByKey = Map.groupBy(previousPassages, (each) => getPassageKey(each.original ?? each))
  const readByKey = Map.groupBy(readPassages, getPassageKey)
  // If there are fewer passages with this text than before, edits are applied first, so that none is lost.
  for (const [key, equalPassages] of previousByKey)
    if (equalPassages.length > (readByKey.get(key)?.length ?? 0))
      equalPassages.sort((one, other) => Number(!one.original) - Number(!other.original))
  const matchesByPlace = readPassages.map((passage) =>
    removeFirst(previousByKey.get(getPassageKey(passage)), ({ place }) => place === passage.place),
  )
  const passages = readPassages.map((passage, index) => {
    const previousPassage = matchesByPlace[index] ?? removeFirst(previousByKey.get(getPassageKey(passage)), () => true)
    const edit = previousPassage?.original ? { text: previousPassage.text, question: previousPassage.question } : {}
    return { ...passage, ...edit, original: previousPassage?.original ?? null }
  })
  return { passages, lostEditCount: [...previousByKey.values()].flat().filter(({ original }) => original).length }
}

/**
 * Replaces the passages of a knowledge source. Keeps users' edits if the source still contains the original text.
 * @returns the number of lost edits
 */
export async function replacePassages(
  tx: Tx,
  tenantId: string,
  sourceId: string,
  parsedPassages: readonly ParsedPassage[],
): Promise<number> {
  const previousPassages = await tx.db
    .delete(knowledgePassages)
    .where(whereTenant(knowledgePassages, tenantId, eq(knowledgePassages.sourceId, sourceId)))
    .returning({
      text: knowledgePassages.text,
      question: knowledgePassages.question,
      heading: knowledgePassages.heading,
      place: knowledgePassages.place,
      position: knowledgePassages.position,
      original: knowledgePassages.original,
    })
  const { passages, lostEditCount } = applyUserEdits(
    parsedPassages,
    previousPassages.toSorted((one, other) => one.position - other.position),
  )
  const rows = passages.map((passage, position) => ({
    tenantId,
    id: uuid(),
    sourceId,
    position,
    ...passage,
    validUntil: passage.product?.valid_until ?? null,
  }))
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE)
    await tx.db.insert(knowledgePassages).values(rows.slice(offset, offset + BATCH_SIZE))
  await updateWordCounts(tx, tenantId, previousPassages, passages)
  return lostEditCount
}
