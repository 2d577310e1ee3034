import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { FILE_HEADER_FORMATS } from '@prosa/contract/entities/whatsapp/template'
import { toTemplateDraft } from '@prosa/contract/rules/whatsapp/template-draft'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { UnsavedChangesDialog } from '../../../shared/ui/dialogs/unsaved-changes-dialog.tsx'
import { UnsavedChangesGuard } from '../../../shared/ui/dialogs/unsaved-changes-guard.tsx'
import { FilePreview } from '../../../shared/ui/file-inputs/file-preview.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { LocationPreview } from '../../../shared/ui/templates/location-preview.tsx'
import { TemplateBubble } from '../../../shared/ui/templates/template-bubble.tsx'
import { formatTemplateTitle } from '../../../shared/ui/templates/template-labels.ts'
import { TemplateBodyFields } from './template-body-fields.tsx'
import { TemplateButtonFields } from './template-button-fields.tsx'
import { TemplateGeneralFields } from './template-general-fields.tsx'
import { TemplateHeaderFields } from './template-header-fields.tsx'
import { useSaveTemplate } from './template-mutations.ts'
import { NEW_TEMPLATE, type TemplateEditorState, useTemplateEditor } from './use-template-editor.ts'

const UNSAVED_TEMPLATE_WARNING = 'O que você escreveu neste modelo se perde.'

interface TemplateEditorProps {
  numberId: string
  /** Template to edit; null for a new one. */
  template: WhatsappTemplate | null
  onDone: () => void
}

/** Editor of a message template, with a preview. Before the template is submitted, shows errors for which Meta would reject it. */
export default function TemplateEditor({ numberId, template, onDone }: TemplateEditorProps) {
  const [initialDraft] = useState(() => (template ? toTemplateDraft(template) : NEW_TEMPLATE))
  const { editor, isDirty, validate, showServerErrors, onBlur } = useTemplateEditor(initialDraft, template === null)
  const [uploadFraction, setUploadFraction] = useState<number | null>(null)
  const [isConfirmingLeave, setConfirmingLeave] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const headingId = useId()
  const save = useSaveTemplate(numberId, template?.id ?? null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!validate()) {
      // Focuses the first field with an error, after the errors are rendered.
      requestAnimationFrame(() => findFirstInvalidField(form.current)?.focus())
      return
    }
    const { draft, file } = editor
    save.mutate(
      { draft, file, onProgress: setUploadFraction },
      {
        onSuccess: onDone,
        onError: (error) => {
          showServerErrors(error)
          requestAnimationFrame(() => findFirstInvalidField(form.current)?.focus())
        },
        onSettled: () => setUploadFraction(null),
      },
    )
  }
  const isUploading = save.isPending && uploadFraction !== null && uploadFraction < 1
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,22rem)]">
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onBlur={onBlur}
        aria-labelledby={headingId}
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-edge"
      >
        <div>
          <h2 id={headingId} className="wrap-anywhere font-semibold text-message">
            {template ? formatTemplateTitle(template) : 'Novo modelo'}
          </h2>
          <p className="mt-0.5 text-ink-3 text-ui">
            {template?.status === 'APPROVED'
              ? 'A Meta deixa mudar um modelo aprovado uma vez por dia e dez vezes por mês. Até ela responder, ele não sai.'
              : 'A Meta costuma responder em minutos, e em até 24 horas.'}
          </p>
        </div>
        <TemplateGeneralFields editor={editor} isNew={template === null} isApproved={template?.status === 'APPROVED'} />
        <TemplateHeaderFields editor={editor} />
        <TemplateBodyFields editor={editor} />
        <TemplateButtonFields editor={editor} />
        <FormError>
          {save.error && getErrorReason(save.error, 'Não foi possível enviar para a análise. Tente novamente.')}
        </FormError>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="mr-auto text-ink-3 text-ui tabular">
            {isUploading && `Enviando… ${Math.round((uploadFraction ?? 0) * 100)} %`}
          </p>
          <Button onClick={() => (isDirty ? setConfirmingLeave(true) : onDone())}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={template !== null && !isDirty}>
            {save.isPending ? 'Enviando...' : 'Enviar para análise'}
          </Button>
        </div>
      </form>
      <div className="xl:sticky xl:top-8 xl:self-start">
        <p className="mb-2 font-semibold text-ink-2 text-ui">Como o lead vê</p>
        <PreviewBubble editor={editor} />
      </div>
      <UnsavedChangesGuard isDirty={isDirty && !save.isSuccess} description={UNSAVED_TEMPLATE_WARNING} />
      <UnsavedChangesDialog
        open={isConfirmingLeave}
        description={UNSAVED_TEMPLATE_WARNING}
        onStay={() => setConfirmingLeave(false)}
        onLeave={onDone}
      />
    </div>
  )
}

const findFirstInvalidField = (form: HTMLElement | null) => {
  const invalidField = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const alertContainer = form?.querySelector('[role=alert]:not(.sr-only)')?.closest('li, div')
  return invalidField ?? alertContainer?.querySelector<HTMLElement>('input:not([type=file]), button') ?? null
}

function PreviewBubble({ editor: { draft, file } }: { editor: TemplateEditorState }) {
  const { header, body, footer, buttons } = draft
  const text = header?.kind === 'text' ? (header.text ?? '') : null
  const isFile = FILE_HEADER_FORMATS.some((kind) => kind === header?.kind)
  const headerPreview = isFile ? (
    <FilePreview blob={file?.blob ?? null} isImage={header?.kind === 'image'} size="h-36 w-full" />
  ) : (
    header?.kind === 'location' && <LocationPreview name="" address="" />
  )
  return (
    <div className="max-w-sm">
      <TemplateBubble
        header={text === null ? null : { text, places: extractPlaceholders(text) }}
        file={headerPreview}
        body={body.text === '' ? EMPTY_BODY : { text: body.text, places: extractPlaceholders(body.text) }}
        footer={footer}
        buttons={buttons.map(({ type, text: label }) => (type === 'COPY_CODE' ? 'Copiar código' : label || '…'))}
        values={{ header: [header?.example ?? ''], body: body.examples }}
      />
    </div>
  )
}

const EMPTY_BODY = { text: 'O texto aparece aqui.', places: [] }
