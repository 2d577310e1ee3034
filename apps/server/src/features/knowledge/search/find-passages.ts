import type { Product, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import { extractQuestionWords } from './content-words.ts'
import {
  buildQueryWordGroups,
  expandQueryWords,
  findUnknownWords,
  type PassageWord,
  type QueryWordGroup,
} from './query-word-groups.ts'
import { type PassageScore, scorePassage } from './score-passage.ts'

/** Passage that may answer a question, and its score. */
export interface RankedPassage extends PassageScore {
  readonly id: string
  readonly sourceId: string
  readonly kind: SourceKind
  readonly title: string
  readonly place: string | null
  readonly heading: string | null
  readonly text: string
  readonly question: string | null
  readonly product: Product | null
}

export interface PassageSearchResult {
  /** Words of the question, each with its matching words in the passages. */
  readonly groups: readonly QueryWordGroup[]
  /** Passages found, best first. */
  readonly passages: readonly RankedPassage[]
}

/** Maximum number of passages that the database returns. The score then selects the best ones. */
const MAX_CANDIDATES = 40
/** Portuguese words that ask for a price or photo. They are added to the searchable text of products, which does not contain them. */
const PRICE_WORDS = 'preço valor'
const PHOTO_WORDS = 'foto fotos imagem imagens'
/** Returns the searchable text of a product. Includes words for 'photo' if the product has one. */
export const getProductSearchText = (text: string, { photo }: Product): string =>
  photo === null ? text : `${text} ${PHOTO_WORDS}`
/** Minimum rank of a passage. Less relevant passages would only lead a language model to invent answers. */
const MIN_RANK = 0.2
const MAX_SIMILAR_WORDS = 12

const similarWordRow = z.object({ asked_word: z.string(), word: z.string(), passages: z.coerce.number() })
const passageIdRow = z.object({ id: z.string() })

/**
 * Returns the passages that may answer a question, best first. Searches the sources of one agent, or of all agents if `agentId` is null.
 * Also matches other word forms, misspellings and synonyms. Rare words count more.
 */
export async function findPassages(
  tx: Tx,
  { tenantId, agentId, maxPassages }: { tenantId: string; agentId: string | null; maxPassages: number },
  question: string,
): Promise<PassageSearchResult> {
  const queryWords = extractQuestionWords(question)
  if (queryWords.length === 0) return { groups: [], passages: [] }
  const { sources, excludedSourceIds, total: passageCount } = await loadSources(tx, tenantId, agentId)
  if (passageCount === 0) return { groups: [], passages: [] }
  const similarWords = await loadSimilarWords(tx, queryWords)
  const groups = buildQueryWordGroups(queryWords, similarWords, passageCount)
  const weightedWords = groups.flatMap(({ matchingWords, synonyms, related, weight, relatedWeight }) => [
    { words: [...matchingWords, ...synonyms], weight },
    { words: related, weight: relatedWeight },
  ])
  const ids = await tx.db.execute(
    sql`SELECT id FROM prosa_find_passages(${JSON.stringify(weightedWords)}::jsonb, ${sql.param(excludedSourceIds)}::uuid[], ${MAX_CANDIDATES})`,
  )
  const candidates = z.array(passageIdRow).parse(ids.rows)
  if (candidates.length === 0) return { groups, passages: [] }
  const { id, sourceId, place, heading, text, question: passageQuestion, product } = knowledgePassages
  const rows = await tx.db
    .select({ id, sourceId, place, heading, text, question: passageQuestion, product })
    .from(knowledgePassages)
    .where(
      whereTenant(
        knowledgePassages,
        tenantId,
        inArray(
          id,
          candidates.map((each) => each.id),
        ),
      ),
    )
  const passages = rows
    .flatMap((row) => {
      const source = sources.get(row.sourceId)
      if (!source) return []
      const passageParts = { ...row, title: source.title, name: row.product?.name ?? null }
      const score = scorePassage(
        groups,
        row.product ? { ...passageParts, text: `${getProductSearchText(row.text, row.product)} ${PRICE_WORDS}` } : passageParts,
      )
      return [{ ...row, kind: source.kind, title: source.title, ...score }]
    })
    .filter(({ rank }) => rank >= MIN_RANK)
    .toSorted((a, b) => b.rank - a.rank || a.text.length - b.text.length || (a.id < b.id ? -1 : 1))
  return { groups, passages: passages.slice(0, maxPassages) }
}

/** Loads an organisation's knowledge sources. `excludedSourceIds`: those that the agent may not use; `total`: number of all passages. */
async function loadSources(tx: Tx, tenantId: string, agentId: string | null) {
  const { id, kind, title, agentIds, passages } = knowledgeSources
  const rows = await tx.db
    .select({ id, kind, title, agentIds, passages })
    .from(knowledgeSources)
    .where(whereTenant(knowledgeSources, tenantId))
  const isExcluded = (allowedAgentIds: string[] | null): boolean =>
    allowedAgentIds !== null && agentId !== null && !allowedAgentIds.includes(agentId)
  return {
    sources: new Map(rows.map((row) => [row.id, row])),
    excludedSourceIds: rows.filter((row) => isExcluded(row.agentIds)).map((row) => row.id),
    total: rows.reduce((sum, row) => sum + row.passages, 0),
  }
}

/**
 * Returns similar words that occur in the passages, for each word of the question and its synonyms. For unknown words, these include
 * possible correct spellings.
 */
async function loadSimilarWords(tx: Tx, queryWords: readonly string[]): Promise<Map<string, PassageWord[]>> {
  const forms = await tx.db.execute(
    sql`SELECT * FROM prosa_word_forms(${sql.param(expandQueryWords(queryWords))}::text[], ${MAX_SIMILAR_WORDS})`,
  )
  const formsByWord = groupByAskedWord(forms.rows)
  const unknownWords = findUnknownWords(queryWords, formsByWord)
  if (unknownWords.length === 0) return formsByWord
  const corrections = await tx.db.execute(
    sql`SELECT * FROM prosa_word_slips(${sql.param(unknownWords)}::text[], ${MAX_SIMILAR_WORDS})`,
  )
  return new Map([...formsByWord, ...groupByAskedWord(corrections.rows)])
}

const groupByAskedWord = (rows: unknown): Map<string, PassageWord[]> => {
  const similarWords = new Map<string, PassageWord[]>()
  for (const { asked_word, word, passages } of z.array(similarWordRow).parse(rows))
    similarWords.set(asked_word, [...(similarWords.get(asked_word) ?? []), { word, passages }])
  return similarWords
}
