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
 * Changes the numbers of passages that contain a word by the values in `words`. Always changes words in the same order, so that concurrent
 * transactions do not deadlock.
 */
async function storeWordCounts(tx: Tx, tenantId: string, words: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...words].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, passages]) => ({ tenantId, word, passages }))
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await tx.db
      .insert(knowledgeWords)
      .values(rows.slice(at, at + BATCH_SIZE))
      .onConflictDoUpdate({
        target: [knowledgeWords.tenantId, knowledgeWords.word],
        set: { passages: sql`${knowledgeWords.passages} + excluded.passages` },
      })
}

/** Updates the numbers of passages that contain a word, after the passages `gone` were replaced by the passages `come`. */
export async function updateWordCounts(
  tx: Tx,
  tenantId: string,
  gone: readonly PassageTexts[],
  come: readonly PassageTexts[],
): Promise<void> {
  const [before, now] = [countPassageWords(gone), countPassageWords(come)]
  for (const [word, times] of before) now.set(word, (now.get(word) ?? 0) - times)
  await storeWordCounts(tx, tenantId, new Map([...now].filter(([, times]) => times !== 0)))
}

type PlacedPassage = PassageTexts & Pick<ParsedPassage, 'place'>
type PreviousPassage = PlacedPassage & { readonly original: OriginalPassage | null }

const getPassageKey = ({ text, question }: OriginalPassage): string => JSON.stringify([text, question])

/** Removes the first passage for which `fits` returns true from an array, and returns the passage. */
const removeFirst = (
  from: PreviousPassage[] | undefined,
  fits: (each: PreviousPassage) => boolean,
): PreviousPassage | undefined => {
  const at = from?.findIndex(fits) ?? -1
  return at < 0 ? undefined : from?.splice(at, 1)[0]
}

/**
 * Applies users' edits of the previous passages (`gone`, in order) to the passages that were just read. `lost`: number of edits whose
 * original text the knowledge source no longer contains. Each previous passage matches at most one read passage, so that of two equal
 * passages only the edited one gets the edit.
 */
const applyUserEdits = <Read extends PlacedPassage>(read: readonly Read[], gone: readonly PreviousPassage[]) => {
  const before = Map.groupBy(gone, (each) => getPassageKey(each.original ?? each))
  const now = Map.groupBy(read, getPassageKey)
  // If fewer equal passages were read than existed before, the edited ones are matched first.
  for (const [key, twins] of before)
    if (twins.length > (now.get(key)?.length ?? 0)) twins.sort((one, other) => Number(!one.original) - Number(!other.original))
  const found = read.map((passage) => removeFirst(before.get(getPassageKey(passage)), ({ place }) => place === passage.place))
  const passages = read.map((passage, at) => {
    const mine = found[at] ?? removeFirst(before.get(getPassageKey(passage)), () => true)
    const edit = mine?.original ? { text: mine.text, question: mine.question } : {}
    return { ...passage, ...edit, original: mine?.original ?? null }
  })
  return { passages, lost: [...before.values()].flat().filter(({ original }) => original).length }
}

/**
 * Replaces the passages of a knowledge source within the caller's transaction. Edits of users are kept if the source still contains the
 * original text.
 * @returns the number of lost edits
 */
export async function replacePassages(
  tx: Tx,
  tenantId: string,
  sourceId: string,
  read: readonly ParsedPassage[],
): Promise<number> {
  const gone = await tx.db
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
  const { passages, lost } = applyUserEdits(
    read,
    gone.toSorted((one, other) => one.position - other.position),
  )
  const rows = passages.map((passage, position) => ({
    tenantId,
    id: uuid(),
    sourceId,
    position,
    ...passage,
    validUntil: passage.product?.valid_until ?? null,
  }))
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await tx.db.insert(knowledgePassages).values(rows.slice(at, at + BATCH_SIZE))
  await updateWordCounts(tx, tenantId, gone, passages)
  return lost
}
