import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { KnowledgeQuestion, SourceKind } from '@prosa/contract/entities/knowledge'
import { v7 as uuid } from 'uuid'
import { readSource } from '../features/knowledge/read/read-source.ts'
import { contentWords } from '../features/knowledge/search/words.ts'
import { writePassages } from '../features/knowledge/write-passages.ts'
import type { Tx } from '../kernel/db/database.ts'
import { files } from '../kernel/db/schema/files.ts'
import { knowledgePhotos, knowledgeQuestions, knowledgeSources } from '../kernel/db/schema/knowledge.ts'
import type { Deps } from '../kernel/deps.ts'
import { digestOf } from '../kernel/digest.ts'
import { demoAgentId } from './accounts.ts'
import { demoPicture } from './files/png.ts'

/** Knowledge sources per organisation, from files in `knowledge/`. */
const SOURCES: Readonly<Record<string, readonly { file: string; kind: SourceKind; title: string }[]>> = {
  'aurora.local': [
    { file: 'aurora-faq.txt', kind: 'faq', title: 'Perguntas frequentes' },
    { file: 'aurora-imoveis.csv', kind: 'products', title: 'Imóveis à venda' },
  ],
  'vitta.local': [{ file: 'vitta-faq.txt', kind: 'faq', title: 'Perguntas frequentes' }],
}

type Asked = Pick<KnowledgeQuestion, 'text' | 'times' | 'answer'> & { readonly hoursAgo: number }

/** Questions of leads without an answer in the sources. A user has answered one of them since. */
const QUESTIONS: Readonly<Record<string, readonly Asked[]>> = {
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

async function addQuestions(tx: Tx, tenantId: string, domain: string, at: Date): Promise<void> {
  for (const { text, times, answer, hoursAgo } of QUESTIONS[domain] ?? []) {
    const lastAt = new Date(at.getTime() - hoursAgo * 3_600_000)
    await tx.db.insert(knowledgeQuestions).values({
      tenantId,
      id: uuid(),
      text,
      folded: contentWords(text).toSorted().join(' '),
      times,
      agentId: demoAgentId(1, 1),
      state: answer ? 'suggested' : 'open',
      answer,
      lastAt,
      createdAt: lastAt,
    })
  }
}

interface Given {
  readonly kind: SourceKind
  readonly title: string
  readonly text: string
}

type SourceDeps = Pick<Deps, 'files' | 'clock'>

/** Stores a generated photo of a product, in place of one downloaded from its site. */
async function addPhoto(
  tx: Tx,
  { files: store, clock }: SourceDeps,
  { tenantId, sourceId, link }: { tenantId: string; sourceId: string; link: string },
): Promise<void> {
  const bytes = demoPicture(link)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.put(tenantId, sha256, bytes)
  const [fileId, createdAt] = [uuid(), clock.now()]
  const about = { origin: 'knowledge', kind: 'image', mimeType: 'image/png', filename: 'foto.png', state: 'stored' } as const
  await tx.db.insert(files).values({ tenantId, id: fileId, ...about, sha256, storedAs: sha256, size: bytes.length, createdAt })
  const photo = { tenantId, id: uuid(), sourceId, link, digest: digestOf(link), state: 'stored' as const }
  await tx.db.insert(knowledgePhotos).values({ ...photo, fileId, createdAt })
}

/** Inserts a knowledge source that is already read, with the photos of its products. */
export async function addSource(tx: Tx, deps: SourceDeps, tenantId: string, { kind, title, text }: Given): Promise<void> {
  const at = deps.clock.now()
  const { passages, report } = readSource(kind, text)
  const id = uuid()
  const told = { report: [...report], passages: passages.length, text }
  const source = { tenantId, id, kind, title, state: 'ready' as const, ...told }
  await tx.db.insert(knowledgeSources).values({ ...source, createdAt: at, updatedAt: at })
  await writePassages(tx, tenantId, id, passages)
  const links = new Set(passages.flatMap(({ product }) => product?.photo ?? []))
  for (const link of links) await addPhoto(tx, deps, { tenantId, sourceId: id, link })
}

/** Inserts the knowledge sources and open questions of a demo organisation. */
export async function addKnowledge(tx: Tx, deps: SourceDeps, tenantId: string, domain: string): Promise<void> {
  for (const { file, ...source } of SOURCES[domain] ?? []) {
    const text = readFileSync(new URL(`knowledge/${file}`, import.meta.url), 'utf8')
    await addSource(tx, deps, tenantId, { ...source, text })
  }
  await addQuestions(tx, tenantId, domain, deps.clock.now())
}
