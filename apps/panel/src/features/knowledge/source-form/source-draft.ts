import type { createSource } from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import { KNOWLEDGE_LIMITS, type KnowledgeSource, pageRefresh, type SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { parsePageUrl } from '@prosa/contract/rules/text/parse-page-url'
import * as z from 'zod/mini'

/** Functions for the values of a knowledge source's form. All are pure. */

const limitLength = (max: number) => z.maxLength(max, `Use no máximo ${max.toLocaleString('pt-BR')} caracteres.`)

const draftShape = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'Dê um nome a esta fonte.'), limitLength(KNOWLEDGE_LIMITS.titleChars)),
  text: z.string().check(z.trim(), limitLength(KNOWLEDGE_LIMITS.textChars)),
  file_id: z.unknown(),
  url: z.string().check(z.trim(), limitLength(KNOWLEDGE_LIMITS.urlChars)),
  refresh: pageRefresh,
  isForAll: z.boolean(),
  agent_ids: z.array(z.string()),
})
/**
 * Values of a knowledge source's form. `file_id` contains the chosen file. It has the name of the request's field, so that the server's
 * error is shown at this field.
 */
export type SourceDraft = Omit<z.output<typeof draftShape>, 'file_id'> & { file_id: File | null }

/** Returns an error message if a text is not a valid URL of a page; '' if it is valid. */
const getPageAddressProblem = (address: string): string => {
  const parsed = parsePageUrl(address)
  return 'refused' in parsed ? parsed.refused : ''
}

/**
 * Creates the validation schema of the form: the contract's rules with messages for users. `hasStoredFile`: whether the server already has
 * a file of the source.
 */
export const sourceSchema = (kind: SourceKind, hasStoredFile: boolean) => {
  const needsText = kind === 'text' || kind === 'faq'
  return draftShape.check(
    z.refine(({ isForAll, agent_ids }) => isForAll || agent_ids.length > 0, {
      error: 'Escolha ao menos um agente.',
      path: ['agent_ids'],
    }),
    z.refine(
      ({ text, file_id: file }) => text !== '' || !(needsText || (kind === 'products' && !hasStoredFile && file === null)),
      {
        error: 'Cole o texto desta fonte.',
        path: ['text'],
      },
    ),
    z.refine(({ file_id: file }) => kind !== 'file' || hasStoredFile || file !== null, {
      error: 'Escolha um arquivo.',
      path: ['file_id'],
    }),
    z.refine(({ url }) => kind !== 'page' || getPageAddressProblem(url) === '', {
      error: ({ input }) => getPageAddressProblem((input as SourceDraft).url),
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

export const toSourceDraft = ({
  title,
  agent_ids,
  text,
  url,
  refresh,
}: KnowledgeSource & { text: string | null }): SourceDraft => ({
  ...NEW_SOURCE,
  title,
  text: text ?? '',
  url: url ?? '',
  refresh: refresh ?? 'never',
  isForAll: agent_ids === null,
  agent_ids: agent_ids ?? [],
})

type SourceBody = Omit<CallBody<typeof createSource>, 'kind' | 'file_id'>

/** Converts form values to a request body. The file is not included, because it must be uploaded first. */
export const toSourceBody = (
  kind: SourceKind,
  { title, text, file_id: file, url, refresh, isForAll, agent_ids }: SourceDraft,
): SourceBody => ({
  title: title.trim(),
  ...(kind === 'page' ? { url: url.trim(), refresh } : kind === 'file' || file !== null ? {} : { text: text.trim() }),
  agent_ids: isForAll ? null : [...agent_ids].sort(),
})

/**
 * Returns only the changed fields for the request. This keeps newer changes by other users, and the server does not read unchanged content
 * again.
 */
export function getSourceChanges(kind: SourceKind, before: SourceDraft, after: SourceDraft): Partial<SourceBody> {
  const [current, updated] = [toSourceBody(kind, before), toSourceBody(kind, after)]
  return Object.fromEntries(
    Object.entries(updated).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key as keyof SourceBody])),
  )
}
