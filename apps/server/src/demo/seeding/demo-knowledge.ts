import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { KnowledgeQuestion, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { v7 as uuid } from 'uuid'
import { parseSourceText } from '../../features/knowledge/parsing/parse-source-text.ts'
import { extractContentWords } from '../../features/knowledge/search/content-words.ts'
import { replacePassages } from '../../features/knowledge/sources/replace-passages.ts'
import type { Tx } from '../../platform/database/database.ts'
import { knowledgePhotos, knowledgeQuestions, knowledgeSources } from '../../platform/database/schema/agents/knowledge.ts'
import { files } from '../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../platform/deps.ts'
import { hashJson } from '../../platform/json/hash-json.ts'
import { buildDemoAgentId } from '../accounts.ts'
import { createDemoPng } from '../files/demo-png.ts'

/** Knowledge sources by domain of the organisation. The files are in `demo/seeding/knowledge`. */
const DEMO_SOURCES: Readonly<Record<string, readonly { file: string; kind: SourceKind; title: string }[]>> = {
  'aurora.local': [
    { file: 'aurora-faq.txt', kind: 'faq', title: 'Perguntas frequentes' },
    { file: 'aurora-imoveis.csv', kind: 'products', title: 'Imóveis à venda' },
  ],
  'vitta.local': [{ file: 'vitta-faq.txt', kind: 'faq', title: 'Perguntas frequentes' }],
}

type DemoQuestion = Pick<KnowledgeQuestion, 'text' | 'times' | 'answer'> & { readonly hoursAgo: number }

/** Questions of leads that the knowledge sources do not answer, by domain of the organisation. */
const DEMO_QUESTIONS: Readonly<Record<string, readonly DemoQuestion[]>> = {
  'aurora.local': [
    {
      text: 'vocês ajudam com a mudança?',
      times: 4,
      hoursAgo: 3,
      answer: 'Indicamos duas transportadoras parceiras, com 10 % de desconto para clientes da Aurora.',
    },
    { text: 'o condomínio do Vila Flora inclui a água?', times: 2, hoursAgo: 20, answer: null },
    { text: 'dá para fazer a vistoria por vídeo?', times: 1, hoursAgo: 47, answer: null },
  ],
}

async function insertDemoQuestions(tx: Tx, tenantId: string, domain: string, now: Date): Promise<void> {
  for (const { text, times, answer, hoursAgo } of DEMO_QUESTIONS[domain] ?? []) {
    const lastAt = new Date(now.getTime() - hoursAgo * 3_600_000)
    await tx.db.insert(knowledgeQuestions).values({
      tenantId,
      id: uuid(),
      text,
      folded: extractContentWords(text).toSorted().join(' '),
      times,
      agentId: buildDemoAgentId(1, 1),
      state: answer ? 'suggested' : 'open',
      answer,
      lastAt,
      createdAt: lastAt,
    })
  }
}

interface SourceText {
  readonly kind: SourceKind
  readonly title: string
  readonly text: string
}

type SourceDeps = Pick<Deps, 'fileStore' | 'clock'>

/** Stores a generated product photo. Real photos would be downloaded from the product's web page. */
async function insertProductPhoto(
  tx: Tx,
  { fileStore, clock }: SourceDeps,
  { tenantId, sourceId, link }: { tenantId: string; sourceId: string; link: string },
): Promise<void> {
  const bytes = createDemoPng(link)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await fileStore.put(tenantId, sha256, bytes)
  const [fileId, createdAt] = [uuid(), clock.now()]
  const fileProperties = {
    origin: 'knowledge',
    kind: 'image',
    mimeType: 'image/png',
    filename: 'foto.png',
    state: 'stored',
  } as const
  await tx.db
    .insert(files)
    .values({ tenantId, id: fileId, ...fileProperties, sha256, storedAs: sha256, size: bytes.length, createdAt })
  const photo = { tenantId, id: uuid(), sourceId, link, digest: hashJson(link), state: 'stored' as const }
  await tx.db.insert(knowledgePhotos).values({ ...photo, fileId, createdAt })
}

/** Inserts a knowledge source, its passages (text parts that agents can quote), and the photos of its products. */
export async function insertDemoSource(
  tx: Tx,
  deps: SourceDeps,
  tenantId: string,
  { kind, title, text }: SourceText,
): Promise<void> {
  const now = deps.clock.now()
  const { passages, report } = parseSourceText(kind, text)
  const id = uuid()
  const content = { report: [...report], passages: passages.length, text }
  const source = { tenantId, id, kind, title, state: 'ready' as const, ...content }
  await tx.db.insert(knowledgeSources).values({ ...source, createdAt: now, updatedAt: now })
  await replacePassages(tx, tenantId, id, passages)
  const links = new Set(passages.flatMap(({ product }) => product?.photo ?? []))
  for (const link of links) await insertProductPhoto(tx, deps, { tenantId, sourceId: id, link })
}

export async function insertDemoKnowledge(tx: Tx, deps: SourceDeps, tenantId: string, domain: string): Promise<void> {
  for (const { file, ...source } of DEMO_SOURCES[domain] ?? []) {
    const text = readFileSync(new URL(`knowledge/${file}`, import.meta.url), 'utf8')
    await insertDemoSource(tx, deps, tenantId, { ...source, text })
  }
  await insertDemoQuestions(tx, tenantId, domain, deps.clock.now())
}
