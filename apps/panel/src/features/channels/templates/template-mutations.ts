import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  updateWhatsappTemplate,
} from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import type { TemplateDraft } from '@prosa/contract/rules/whatsapp/template-draft'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { uploadFile } from '../../../shared/api/upload-file.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import type { PickedFile } from '../../../shared/ui/file-inputs/file-picker.tsx'
import { formatTemplateTitle } from '../../../shared/ui/templates/template-labels.ts'
import { numberTemplatesQuery } from './number-templates-query.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/**
 * Returns a function that refetches the templates. It runs after every change, even a failed one, because Meta may have applied the change.
 */
function useRefetchTemplates(numberId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: numberTemplatesQuery(numberId).queryKey })
}

interface TemplateSave {
  draft: TemplateDraft
  /** Example file for the header, if the header is a file. A file that the server already has is not uploaded again. */
  file: PickedFile | null
  onProgress: (fraction: number) => void
}

/**
 * Returns a mutation that uploads the example file and submits a template to Meta for review. `id`: id of an existing template to change;
 * null for a new one.
 */
export function useSaveTemplate(numberId: string, id: string | null) {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ draft, file, onProgress }: TemplateSave) => {
      const { signal } = new AbortController()
      const file_id = file && (await uploadFile(file.blob, file.name, { signal, onProgress }))
      const { name, language, ...rest } = draft
      const content = { ...rest, header: rest.header && file_id ? { ...rest.header, file_id } : rest.header }
      const params = { id: numberId }
      if (id === null) return (await call(createWhatsappTemplate, { params, body: { name, language, ...content } })).data
      return (await call(updateWhatsappTemplate, { params: { ...params, templateId: id }, body: content })).data
    },
    onSuccess: (template) => notify.success({ title: `${formatTemplateTitle(template)} foi para a análise da Meta.` }),
    onSettled: useRefetchTemplates(numberId),
  })
}

export function useDeleteTemplate(numberId: string) {
  const subject = ['whatsapp', 'template', numberId]
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ id: templateId }: WhatsappTemplate) =>
      call(deleteWhatsappTemplate, { params: { id: numberId, templateId } }),
    onSuccess: (_response, template) => notify.success({ title: `${formatTemplateTitle(template)} foi excluído.`, subject }),
    onError: (error) => notifyError(error, { title: getErrorReason(error, 'Não foi possível excluir o modelo.'), subject }),
    onSettled: useRefetchTemplates(numberId),
  })
}
