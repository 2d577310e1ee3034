import {
  createSource,
  deleteSource,
  refreshSource,
  updatePassage,
  updateQuestion,
  updateSource,
} from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import type { KnowledgeQuestion, KnowledgeSource, Passage, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { classifyKnowledgeFile } from '@prosa/contract/rules/files/knowledge-files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { useIdempotencyHeaders } from '../../shared/api/use-idempotency-headers.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { knowledgeKeys } from './queries.ts'
import { useKnowledgeUpload } from './source-form/upload-knowledge-file.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/**
 * Returns a function that rejects a file whose content has the wrong type, with a message for the user. The function returns null for an
 * accepted file.
 */
const getFileRejection = (kind: SourceKind, file: File) => (mimeType: string) => {
  const fileInfo = { mimeType, filename: file.name, size: file.size }
  const classified = classifyKnowledgeFile(kind === 'products' ? 'products' : 'file', fileInfo)
  return 'refused' in classified ? classified : null
}

const createRejectionError = (message: string) =>
  new ApiError({
    message: message,
    serverMessage: message,
    code: 'VALIDATION_ERROR',
    statusCode: 400,
    fieldErrors: { file_id: message },
  })

/** Returns a function that uploads the file of a knowledge source, and the progress. The upload is aborted when the form unmounts. */
function useSourceFileUpload() {
  const uploadFile = useKnowledgeUpload()
  const [fraction, setFraction] = useState<number | null>(null)
  const abortController = useRef<AbortController | null>(null)
  useEffect(() => () => abortController.current?.abort(), [])
  const uploadSourceFile = async (kind: SourceKind, file: File): Promise<string> => {
    abortController.current = new AbortController()
    const { signal } = abortController.current
    try {
      const uploaded = await uploadFile(file, { signal, onProgress: setFraction, getRejection: getFileRejection(kind, file) })
      if ('refused' in uploaded) throw createRejectionError(uploaded.refused)
      return uploaded.id
    } finally {
      setFraction(null)
    }
  }
  return { uploadSourceFile, fraction }
}

const percentFormat = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 })

/**
 * Returns a mutation that creates a knowledge source, or updates the source with this id. Uploads a chosen file first. The form shows
 * errors.
 */
export function useSaveSource(id: string | null) {
  const client = useQueryClient()
  const getKeyHeaders = useIdempotencyHeaders()
  const { uploadSourceFile, fraction } = useSourceFileUpload()
  const save = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (body: CallBody<typeof updateSource> & { kind: SourceKind; file: File | null }) => {
      const { kind, file, ...fields } = body
      const changes = file ? { ...fields, file_id: await uploadSourceFile(kind, file) } : fields
      if (id !== null) return (await call(updateSource, { params: { id }, body: changes })).data
      const newSource = { ...changes, kind, title: changes.title ?? '' }
      return (await call(createSource, { body: newSource, ...getKeyHeaders(newSource) })).data
    },
    onSuccess: ({ title, state }) => {
      const message = state === 'reading' ? 'Está sendo lida; em instantes os agentes respondem com ela.' : undefined
      notify.success({ title: id === null ? `“${title}” foi adicionada.` : `“${title}” foi salva.`, message: message })
      void client.invalidateQueries({ queryKey: knowledgeKeys.all })
    },
  })
  return { ...save, savingLabel: fraction === null ? 'Salvando...' : `Enviando ${percentFormat.format(fraction)}` }
}

/** Returns a mutation that changes the text of a passage. The form shows errors. */
export function useUpdatePassage() {
  const client = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ _id: id, ...body }: CallBody<typeof updatePassage> & Pick<Passage, '_id'>) =>
      (await call(updatePassage, { params: { id }, body })).data,
    onSuccess: ({ original }) => {
      notify.success({ title: original ? 'Agora os agentes respondem assim.' : 'O trecho voltou ao que a fonte diz.' })
    },
    // The refetch ends before the form closes, so that the list shows the saved text.
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKeys.all }),
  })
}

const SOURCE_ACTIONS = {
  delete: {
    run: (id: string) => call(deleteSource, { params: { id } }),
    formatSuccess: (title: string) => `“${title}” foi apagada.`,
    failureTitle: 'Não foi possível apagar a fonte.',
  },
  refresh: {
    run: (id: string) => call(refreshSource, { params: { id } }),
    formatSuccess: (title: string) => `“${title}” está sendo lida de novo.`,
    failureTitle: 'Não foi possível ler a fonte de novo.',
  },
} as const

/** Returns a mutation that runs an action on a knowledge source and shows a notification on success and on failure. */
export function useSourceAction(action: keyof typeof SOURCE_ACTIONS) {
  const client = useQueryClient()
  const { run, formatSuccess, failureTitle } = SOURCE_ACTIONS[action]
  const getSubject = (id: string) => [...knowledgeKeys.source(id), action]
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id }: Pick<KnowledgeSource, '_id' | 'title'>) => run(_id),
    onSuccess: (_response, { _id, title }) => void notify.success({ title: formatSuccess(title), subject: getSubject(_id) }),
    onError: (error, { _id }) => notifyError(error, { title: getErrorReason(error, failureTitle), subject: getSubject(_id) }),
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKeys.all }),
  })
}

const RESOLVED_MESSAGES = {
  answered: 'Agora os agentes sabem: está em “Aprendido com a equipe”.',
  dismissed: 'Esta pergunta não volta a aparecer aqui.',
  open: 'A pergunta está de volta.',
} as const

type QuestionResolution = CallBody<typeof updateQuestion> & Pick<KnowledgeQuestion, '_id'>

/** Returns a mutation that answers or dismisses a lead's question. `showsError`: whether the caller shows the error itself. */
export function useResolveQuestion({ showsError = false } = {}) {
  const client = useQueryClient()
  const getSubject = (id: string) => [...knowledgeKeys.questions, id]
  const notifyFailure = (error: unknown, subject: readonly string[]) => {
    // If someone else has already decided, the server's message names them: 'Já respondida por Ana.'
    const isAlreadyAnswered = error instanceof ApiError && error.statusCode === 409
    if (isAlreadyAnswered) notify.info({ title: getErrorReason(error, 'Outra pessoa já respondeu.'), subject })
    else notifyError(error, { title: getErrorReason(error, 'Não foi possível guardar a decisão.'), subject })
  }
  const resolution = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id: id, ...body }: QuestionResolution) => call(updateQuestion, { params: { id }, body }),
    onSuccess: (_response, { _id, state }) => {
      // A single click dismisses the question without confirmation, so the notification offers to undo it.
      const undo = { label: 'Desfazer', run: () => resolution.mutate({ _id, state: 'open' }) }
      notify.success({
        title: RESOLVED_MESSAGES[state],
        subject: getSubject(_id),
        ...(state === 'dismissed' && { action: undo }),
      })
    },
    onError: (error, { _id }) => {
      if (!showsError) notifyFailure(error, getSubject(_id))
    },
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKeys.all }),
  })
  return resolution
}
