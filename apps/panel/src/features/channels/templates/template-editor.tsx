import type { WhatsappTemplate } from '@prosa/contract/entities/template'
import { FILE_HEADERS } from '@prosa/contract/entities/template'
import { draftOf } from '@prosa/contract/rules/template-draft'
import { placesOf } from '@prosa/contract/rules/template-text'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { reasonOf } from '../../../shared/api/reason.ts'
import { templateTitle } from '../../../shared/lib/template-words.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { FilePreview } from '../../../shared/ui/file-preview.tsx'
import { FormFailure } from '../../../shared/ui/form-failure.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { LeaveQuestion } from '../../../shared/ui/leave-question.tsx'
import { PlacePreview } from '../../../shared/ui/place-preview.tsx'
import { TemplateBubble } from '../../../shared/ui/template-bubble.tsx'
import { BodyFields } from './body-fields.tsx'
import { ButtonFields } from './button-fields.tsx'
import { type Editing, NEW_TEMPLATE, useEditing } from './editing.ts'
import { HeadFields } from './head-fields.tsx'
import { HeaderFields } from './header-fields.tsx'
import { useSaveTemplate } from './template-mutations.ts'

const LOST = 'O que você escreveu neste modelo se perde.'

interface TemplateEditorProps {
  numberId: string
  /** Template to edit; null for a new one. */
  template: WhatsappTemplate | null
  onDone: () => void
}

/** Editor of a template with a preview. Errors that Meta would reject are shown before submission. */
export default function TemplateEditor({ numberId, template, onDone }: TemplateEditorProps) {
  const [start] = useState(() => (template ? draftOf(template) : NEW_TEMPLATE))
  const { editing, isDirty, mayGo, refuse, onBlur } = useEditing(start, template === null)
  const [share, setShare] = useState<number | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  const save = useSaveTemplate(numberId, template?.id ?? null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!mayGo()) {
      // After the errors have rendered, focuses the first field with one.
      requestAnimationFrame(() => firstWrong(form.current)?.focus())
      return
    }
    const { draft, file } = editing
    save.mutate(
      { draft, file, onProgress: setShare },
      {
        onSuccess: onDone,
        onError: (error) => {
          refuse(error)
          requestAnimationFrame(() => firstWrong(form.current)?.focus())
        },
        onSettled: () => setShare(null),
      },
    )
  }
  const isUploading = save.isPending && share !== null && share < 1
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,22rem)]">
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onBlur={onBlur}
        aria-labelledby={heading}
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-edge"
      >
        <div>
          <h2 id={heading} className="wrap-anywhere font-semibold text-message">
            {template ? templateTitle(template) : 'Novo modelo'}
          </h2>
          <p className="mt-0.5 text-ink-3 text-ui">
            {template?.status === 'APPROVED'
              ? 'A Meta deixa mudar um modelo aprovado uma vez por dia e dez vezes por mês. Até ela responder, ele não sai.'
              : 'A Meta costuma responder em minutos, e em até 24 horas.'}
          </p>
        </div>
        <HeadFields editing={editing} isNew={template === null} isApproved={template?.status === 'APPROVED'} />
        <HeaderFields editing={editing} />
        <BodyFields editing={editing} />
        <ButtonFields editing={editing} />
        <FormFailure>
          {save.error && reasonOf(save.error, 'Não foi possível enviar para a análise. Tente novamente.')}
        </FormFailure>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="mr-auto text-ink-3 text-ui tabular">
            {isUploading && `Enviando… ${Math.round((share ?? 0) * 100)} %`}
          </p>
          <Button onClick={() => (isDirty ? setLeaving(true) : onDone())}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={template !== null && !isDirty}>
            {save.isPending ? 'Enviando...' : 'Enviar para análise'}
          </Button>
        </div>
      </form>
      <div className="xl:sticky xl:top-8 xl:self-start">
        <p className="mb-2 font-semibold text-ink-2 text-ui">Como o lead vê</p>
        <Bubble editing={editing} />
      </div>
      <LeaveGuard isDirty={isDirty && !save.isSuccess} description={LOST} />
      <LeaveQuestion open={isLeaving} description={LOST} onStay={() => setLeaving(false)} onLeave={onDone} />
    </div>
  )
}

const firstWrong = (form: HTMLElement | null) => {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const told = form?.querySelector('[role=alert]:not(.sr-only)')?.closest('li, div')
  return marked ?? told?.querySelector<HTMLElement>('input:not([type=file]), button') ?? null
}

function Bubble({ editing: { draft, file } }: { editing: Editing }) {
  const { header, body, footer, buttons } = draft
  const text = header?.kind === 'text' ? (header.text ?? '') : null
  const isFile = FILE_HEADERS.some((kind) => kind === header?.kind)
  const above = isFile ? (
    <FilePreview blob={file?.blob ?? null} isPicture={header?.kind === 'image'} size="h-36 w-full" />
  ) : (
    header?.kind === 'location' && <PlacePreview name="" address="" />
  )
  return (
    <div className="max-w-sm">
      <TemplateBubble
        header={text === null ? null : { text, places: placesOf(text) }}
        file={above}
        body={body.text === '' ? EMPTY : { text: body.text, places: placesOf(body.text) }}
        footer={footer}
        buttons={buttons.map(({ type, text: label }) => (type === 'COPY_CODE' ? 'Copiar código' : label || '…'))}
        values={{ header: [header?.example ?? ''], body: body.examples }}
      />
    </div>
  )
}

const EMPTY = { text: 'O texto aparece aqui.', places: [] }
