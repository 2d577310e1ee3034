import type { createSource } from '@prosa/contract/calls/knowledge'
import type { BodyOf } from '@prosa/contract/define-call'
import { KNOWLEDGE, pageRefresh, type Source, type SourceKind } from '@prosa/contract/entities/knowledge'
import { readPageAddress } from '@prosa/contract/rules/page-address'
import * as z from 'zod/mini'

/** A source as its form holds it. Pure. */

const upTo = (max: number) => z.maxLength(max, `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`)

const draft = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'Dê um nome a esta fonte.'), upTo(KNOWLEDGE.titleChars)),
  text: z.string().check(z.trim(), upTo(KNOWLEDGE.textChars)),
  file_id: z.unknown(),
  url: z.string().check(z.trim(), upTo(KNOWLEDGE.urlChars)),
  refresh: pageRefresh,
  isForAll: z.boolean(),
  agent_ids: z.array(z.string()),
})
/** `file_id`: a file that was chosen here, under the name by which the server refuses one. */
export type SourceDraft = Omit<z.output<typeof draft>, 'file_id'> & { file_id: File | null }

/** Why a page cannot be at what was written. */
const whyNoPage = (written: string): string => {
  const read = readPageAddress(written)
  return 'refused' in read ? read.refused : ''
}

/** The contract's rules with words for a person. `keepsFile`: it is made of a file that is at the server. */
export const sourceSchema = (kind: SourceKind, keepsFile: boolean) => {
  const needsText = kind === 'text' || kind === 'faq'
  return draft.check(
    z.refine(({ isForAll, agent_ids }) => isForAll || agent_ids.length > 0, {
      error: 'Escolha ao menos um agente.',
      path: ['agent_ids'],
    }),
    z.refine(({ text, file_id: file }) => text !== '' || !(needsText || (kind === 'products' && !keepsFile && file === null)), {
      error: 'Cole o texto desta fonte.',
      path: ['text'],
    }),
    z.refine(({ file_id: file }) => kind !== 'file' || keepsFile || file !== null, {
      error: 'Escolha um arquivo.',
      path: ['file_id'],
    }),
    z.refine(({ url }) => kind !== 'page' || whyNoPage(url) === '', {
      error: ({ input }) => whyNoPage((input as SourceDraft).url),
      path: ['url'],
    }),
  )
}

export const NEW_SOURCE: SourceDraft = {
  title: '',
  text: '',
  file_id: null,
  url: '',
  refresh: 'never',
  isForAll: true,
  agent_ids: [],
}

export const draftOf = ({ title, agent_ids, text, url, refresh }: Source & { text: string | null }): SourceDraft => ({
  ...NEW_SOURCE,
  title,
  text: text ?? '',
  url: url ?? '',
  refresh: refresh ?? 'never',
  isForAll: agent_ids === null,
  agent_ids: agent_ids ?? [],
})

type SourceBody = Omit<BodyOf<typeof createSource>, 'kind' | 'file_id'>

/** What a draft says in the contract's words, but for its file, which has to be brought there first. */
export const bodyOf = (
  kind: SourceKind,
  { title, text, file_id: file, url, refresh, isForAll, agent_ids }: SourceDraft,
): SourceBody => ({
  title: title.trim(),
  ...(kind === 'page' ? { url: url.trim(), refresh } : kind === 'file' || file !== null ? {} : { text: text.trim() }),
  agent_ids: isForAll ? null : [...agent_ids].sort(),
})

/** What of a draft differs from what is kept: nobody's newer change of another field is overwritten, and what reads the same is not read anew. */
export function changesOf(kind: SourceKind, before: SourceDraft, after: SourceDraft): Partial<SourceBody> {
  const [kept, wanted] = [bodyOf(kind, before), bodyOf(kind, after)]
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(kept[key as keyof SourceBody])),
  )
}
