import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SourceKind } from '@prosa/contract/entities/agents/knowledge'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import { v7 as uuid } from 'uuid'
import { parseSourceText } from '../../features/knowledge/parsing/parse-source-text.ts'
import type { ParsedPassage } from '../../features/knowledge/parsing/source-parse-result.ts'
import { replacePassages } from '../../features/knowledge/sources/replace-passages.ts'
import type { Database } from '../../platform/database/database.ts'
import { knowledgeSources } from '../../platform/database/schema/agents/knowledge.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'

interface KnowledgeTestSet {
  readonly sources: readonly { readonly title: string; readonly kind?: SourceKind; readonly text: string }[]
  readonly questions: readonly { readonly q: string }[]
}
const knowledgeTestSet = JSON.parse(
  readFileSync(new URL('../../../../../bench/knowledge/own.json', import.meta.url), 'utf8'),
) as KnowledgeTestSet
const commonWords = (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary[
  'commonWords-pt-br'
]

/** Returns a generator of the same pseudo-random numbers between 0 and 1 in each run. */
const createRandomGenerator = (): (() => number) => {
  let state = 20_261_126
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const LONG_PASSAGE_CHARS = 900

/**
 * Generates many passages from the few of our own test set. Half of the words of each are replaced by others with the word frequency of a
 * language; every second passage is extended by text of others, as in long paragraphs.
 */
const generatePassages = (count: number): ParsedPassage[] => {
  const base = knowledgeTestSet.sources.flatMap(({ kind = 'text', text }) => parseSourceText(kind, text).passages)
  const chance = createRandomGenerator()
  const any = <T>(of: readonly T[]): T => of[Math.floor(of.length * chance())] as T
  const anyWord = (): string => commonWords[Math.floor(commonWords.length ** chance())] ?? ''
  const varied = (text: string): string => text.replace(/\p{L}{3,}/gu, (word) => (chance() < 0.5 ? anyWord() : word))
  const long = (text: string): string => {
    const chars = LONG_PASSAGE_CHARS * chance()
    let said = text
    while (said.length < chars) said = `${said} ${varied(any(base).text)}`
    return said
  }
  return Array.from({ length: count }, (_, n) => {
    const passage = base[n % base.length] as ParsedPassage
    if (n < base.length) return passage
    const text = varied(passage.text)
    return { ...passage, text: n % 2 === 0 ? long(text) : text, question: passage.question && varied(passage.question) }
  })
}

const PASSAGES_PER_SOURCE = 500

/** Questions as leads write them. */
export const LEAD_QUESTIONS: readonly string[] = knowledgeTestSet.questions.map(({ q }) => q)

/**
 * Creates an organisation with `count` passages.
 * @returns its id
 */
export async function createTenantWithPassages(db: Database, count: number, tenantId = uuid()): Promise<string> {
  await db.system((tx) => tx.db.insert(tenants).values({ id: tenantId, name: 'Muitas palavras', domain: `${tenantId}.test` }))
  const passages = generatePassages(count)
  for (let at = 0; at < count; at += PASSAGES_PER_SOURCE)
    await db.tenant(tenantId, async (tx) => {
      const id = uuid()
      const some = passages.slice(at, at + PASSAGES_PER_SOURCE)
      const source = { tenantId, id, kind: 'faq' as const, title: `Fonte ${at}`, state: 'ready' as const, passages: some.length }
      await tx.db.insert(knowledgeSources).values(source)
      await replacePassages(tx, tenantId, id, some)
    })
  return tenantId
}
