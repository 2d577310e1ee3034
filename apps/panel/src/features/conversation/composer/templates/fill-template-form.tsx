import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/whatsapp/channel'
import type { FileHeaderFormat } from '@prosa/contract/entities/whatsapp/template'
import { findHeaderLocationProblems } from '@prosa/contract/rules/conversations/location'
import { renderTemplateText } from '@prosa/contract/rules/whatsapp/template-text'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { getErrorReason } from '../../../../shared/api/error-reason.ts'
import { replaceAt } from '../../../../shared/lists/replace-at.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { FilePicker, type PickedFile } from '../../../../shared/ui/file-inputs/file-picker.tsx'
import { FilePreview } from '../../../../shared/ui/file-inputs/file-preview.tsx'
import { FormError } from '../../../../shared/ui/inputs/form-error.tsx'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'
import { LocationPreview } from '../../../../shared/ui/templates/location-preview.tsx'
import { TemplateBubble } from '../../../../shared/ui/templates/template-bubble.tsx'
import { formatTemplateKind, formatTemplateTitle, getPlaceholderLabel } from '../../../../shared/ui/templates/template-labels.ts'
import type { FilledTemplate, UnsentAttachment, UnsentMessage, UnsentMessageType } from '../../outbox/outbox.ts'
import { LOCATION_FIELD_NAMES, LocationFields } from '../cards/location-fields.tsx'
import { type LocationDraft, useLocationDraft } from '../cards/use-location-draft.ts'
import { toTemplateBody } from '../sending/post-template.ts'
import { useMessageSender } from '../sending/use-message-sender.ts'

const TEXT_PARTS = ['header', 'body'] as const
type PlaceholderPart = (typeof TEXT_PARTS)[number]
type PlaceholderValues = Readonly<Record<PlaceholderPart | 'buttons', readonly string[]>>

const EMPTY_TEXT: TemplateText = { text: '', places: [] }
const trimValues = (values: readonly string[]) => values.map((value) => value.trim())

const FILE_FIELD = 'header_file_id'

/**
 * Validates a filled template and returns an error message per field. `lacksFile`: whether the file of the header is missing. `said`:
 * location entered for the header.
 */
function getFieldErrors(filled: FilledTemplate, lacksFile: boolean, said: LocationDraft | null): ReadonlyMap<string, string> {
  const { error } = sendTemplate.body.safeParse(toTemplateBody(filled))
  const file: [string, string][] = lacksFile ? [[FILE_FIELD, 'Escolha o arquivo do cabeçalho.']] : []
  // The path is cut after two parts, because only the value of a button has a form field.
  return new Map([
    ...file,
    ...(said ? getLocationErrors(said) : []),
    ...(error?.issues ?? []).map(({ path, message }): [string, string] => [path.slice(0, 2).join('.'), message]),
  ])
}

/**
 * Returns the errors of the location in a header. If the coordinates are missing, their error is empty, because their field shows its own
 * message.
 */
function getLocationErrors({ point, named }: LocationDraft): [string, string][] {
  const wrong = findHeaderLocationProblems({ latitude: 0, longitude: 0, ...point, ...named })
  const known = wrong.map(({ field, message }): [string, string] => [`place.${field}`, message])
  return point ? known : [[LOCATION_FIELD_NAMES.point, ''], ...known]
}

/** Returns the attachment and the type of the template's message bubble, both undefined if the header has neither file nor location. */
function getTemplateAttachment(
  { place }: FilledTemplate,
  as: FileHeaderFormat | null,
  file: PickedFile | null,
): [UnsentAttachment, UnsentMessageType] | [undefined, undefined] {
  if (file && as) return [{ name: file.name, size: file.blob.size, converts: file.converts }, as]
  return place ? [{ name: place.name ?? '', size: 0, card: { location: place } }, 'location'] : [undefined, undefined]
}

interface FillTemplateFormProps {
  conversation: { leadId: string; conversationId: string }
  template: MessageTemplate
  onBack: () => void
  onPut: () => void
  onSent: () => void
}

/** Form with a preview that fills in a template's placeholders and sends it. If sending fails, the input is kept. */
export function FillTemplateForm({ conversation, template, onBack, onPut, onSent }: FillTemplateFormProps) {
  const { put, attempt, giveUp } = useMessageSender(conversation.leadId, conversation.conversationId)
  const texts: Record<PlaceholderPart, TemplateText> = { header: template.header ?? EMPTY_TEXT, body: template.body }
  const asking = template.buttons.flatMap(({ asks, text, url }, index) => (asks ? [{ asks, text, url, index }] : []))
  const as = template.header_file ?? null
  const asksPlace = template.header_location ?? false
  const place = useLocationDraft()
  const [values, setValues] = useState<PlaceholderValues>({
    header: texts.header.places.map(() => ''),
    body: texts.body.places.map(() => ''),
    buttons: asking.map(() => ''),
  })
  const [file, setFile] = useState<PickedFile | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** Entry of the previous attempt. Unchanged content is sent again with the same idempotency key; changed content is a new message. */
  const before = useRef<{ entry: UnsentMessage; filled: string; file: PickedFile | null } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({ mutationFn: attempt, networkMode: 'always', meta: { showsOwnError: true }, onSuccess: onSent })

  const write = (part: keyof PlaceholderValues, at: number, value: string) => {
    setValues({ ...values, [part]: replaceAt(values[part], at, value) })
    setProblems(new Map([...problems].filter(([key]) => key !== `${part}.${at}`)))
  }
  /**
   * Returns the error of a field. If several fields have the same message, only the first returns the message and the others return '',
   * which only marks them.
   */
  const errorOf = (key: string): string | undefined => {
    const problem = problems.get(key)
    const [first] = [...problems].find(([, message]) => message === problem) ?? []
    return first === key ? problem : problem && ''
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const filled: FilledTemplate = {
      name: template.name,
      language: template.language,
      header: trimValues(values.header),
      body: trimValues(values.body),
      buttons: asking.map(({ index }, at) => ({ index, value: values.buttons[at]?.trim() ?? '' })),
      place: (asksPlace && place.taken()) || undefined,
    }
    const found = getFieldErrors(filled, as !== null && !file, asksPlace ? place : null)
    setProblems(found)
    if (found.size > 0) {
      const [first] = found.keys()
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const written = JSON.stringify(filled)
    if (before.current && (before.current.filled !== written || before.current.file !== file)) {
      giveUp(before.current.entry)
      before.current = null
    }
    if (!before.current) {
      const [carried, type] = getTemplateAttachment(filled, as, file)
      const entry = put(renderTemplateText(template, filled), filled, carried, type)
      before.current = { entry, filled: written, file }
      onPut()
      // The file is stored before its upload, so that the upload can be retried after a reload.
      if (file) await (await import('../files/files-chunk.ts')).storeUnsentBlob(entry.tempId, file.blob)
    }
    send.mutate(before.current.entry)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <h3 className="wrap-anywhere font-semibold text-ui">{formatTemplateTitle(template)}</h3>
        <p className="text-ink-3 text-meta">{formatTemplateKind(template)}</p>
      </div>
      {as && (
        <FilePicker
          kind={as}
          mayConvert
          name={FILE_FIELD}
          label="Arquivo do cabeçalho"
          picked={file}
          error={problems.get(FILE_FIELD)}
          onPick={(picked) => {
            setFile(picked)
            setProblems(new Map([...problems].filter(([key]) => key !== FILE_FIELD)))
          }}
        />
      )}
      {asksPlace && (
        <LocationFields
          place={place}
          whole={{
            name: place.named.name ? undefined : problems.get(LOCATION_FIELD_NAMES.name),
            address: place.named.address ? undefined : problems.get(LOCATION_FIELD_NAMES.address),
          }}
        />
      )}
      {TEXT_PARTS.flatMap((part) =>
        texts[part].places.map((name, at) => (
          <TextField
            key={`${part}.${name}`}
            name={`${part}.${at}`}
            label={getPlaceholderLabel(name, part)}
            autoComplete="off"
            value={values[part][at] ?? ''}
            onChange={({ target }) => write(part, at, target.value)}
            error={errorOf(`${part}.${at}`)}
            required
          />
        )),
      )}
      {asking.map(({ asks, text, url, index }, at) => (
        <TextField
          key={`buttons.${index}`}
          name={`buttons.${at}`}
          label={asks === 'code' ? 'Código a copiar' : `Fim do endereço de “${text}”`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.buttons[at] ?? ''}
          onChange={({ target }) => write('buttons', at, target.value)}
          description={
            asks === 'suffix' && url ? url.slice(0, url.indexOf('{{')) + (values.buttons[at]?.trim() || '…') : undefined
          }
          error={errorOf(`buttons.${at}`)}
          required
        />
      ))}
      <TemplateBubble
        header={template.header}
        file={
          as ? (
            <FilePreview blob={file?.blob ?? null} isPicture={as === 'image'} size="h-36 w-full" />
          ) : (
            asksPlace && <LocationPreview name={place.name} address={place.address} />
          )
        }
        body={template.body}
        footer={template.footer}
        buttons={template.buttons.map(({ text }) => text)}
        values={values}
      />
      <FormError>{send.error && getErrorReason(send.error, 'Não foi possível enviar o modelo.')}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Outro modelo</Button>
        <Button type="submit" variant="primary" busy={send.isPending} disabled={send.isPending}>
          {send.isPending ? 'Enviando...' : 'Enviar modelo'}
        </Button>
      </div>
    </form>
  )
}
