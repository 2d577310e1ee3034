import { readFileSync } from 'node:fs'
import type { KnowledgeQuestion, SourceKind } from '@prosa/contract/entities/knowledge'
import { v7 as uuid } from 'uuid'
import { readSource } from '../features/knowledge/read/read-source.ts'
import { contentWords } from '../features/knowledge/search/words.ts'
import { writePassages } from '../features/knowledge/write-passages.ts'
import type { Tx } from '../kernel/db/database.ts'
import { knowledgeQuestions, knowledgeSources } from '../kernel/db/schema/knowledge.ts'
import { demoAgentId } from './accounts.ts'

/** What the agents of each organisation answer from: files of `knowledge/`. */
const SOURCES: Readonly<Record<string, readonly { file: string; kind: SourceKind; title: string }[]>> = {
  'aurora.local': [
    { file: 'aurora-faq.txt', kind: 'faq', title: 'Perguntas frequentes' },
    { file: 'aurora-imoveis.csv', kind: 'products', title: 'Imóveis à venda' },
  ],
  'vitta.local': [{ file: 'vitta-faq.txt', kind: 'faq', title: 'Perguntas frequentes' }],
}

type Asked = Pick<KnowledgeQuestion, 'text' | 'times' | 'answer'> & { readonly hoursAgo: number }

/** What leads asked there and nobody had written down; one was answered by a person since. */
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

/** Gives an organisation of the demo what its agents know. */
export async function addKnowledge(tx: Tx, tenantId: string, domain: string, at: Date): Promise<void> {
  for (const { file, kind, title } of SOURCES[domain] ?? []) {
    const text = readFileSync(new URL(`knowledge/${file}`, import.meta.url), 'utf8')
    const { passages, report } = readSource(kind, text)
    const id = uuid()
    await tx.db.insert(knowledgeSources).values({
      tenantId,
      id,
      kind,
      title,
      state: 'ready',
      report: [...report],
      passages: passages.length,
      text,
      createdAt: at,
      updatedAt: at,
    })
    await writePassages(tx, tenantId, id, passages)
  }
  await addQuestions(tx, tenantId, domain, at)
}
