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
 * Validates a filled template and returns an error message per field. `isFileMissing`: whether the file of the header is missing.
 * `locationDraft`: location entered for the header; null if the header has none.
 */
function getFieldErrors(
  filled: FilledTemplate,
  isFileMissing: boolean,
  locationDraft: LocationDraft | null,
): ReadonlyMap<string, string> {
  const { error } = sendTemplate.body.safeParse(toTemplateBody(filled))
  const file: [string, string][] = isFileMissing ? [[FILE_FIELD, 'Escolha o arquivo do cabeçalho.']] : []
  // The path is cut after two parts, because only the value of a button has a form field.
  return new Map([
    ...file,
    ...(locationDraft ? getLocationErrors(locationDraft) : []),
    ...(error?.issues ?? []).map(({ path, message }): [string, string] => [path.slice(0, 2).join('.'), message]),
  ])
}

/**
 * Returns the errors of the location in a header. If the coordinates are missing, their error is empty, because their field shows its own
 * message.
 */
function getLocationErrors({ point, nameAndAddress }: LocationDraft): [string, string][] {
  const problems = findHeaderLocationProblems({ latitude: 0, longitude: 0, ...point, ...nameAndAddress })
  const fieldErrors = problems.map(({ field, message }): [string, string] => [`place.${field}`, message])
  return point ? fieldErrors : [[LOCATION_FIELD_NAMES.point, ''], ...fieldErrors]
}

/** Returns the attachment and the type of the template's message bubble, both undefined if the header has neither file nor location. */
function getTemplateAttachment(
  { place }: FilledTemplate,
  mediaType: FileHeaderFormat | null,
  file: PickedFile | null,
): [UnsentAttachment, UnsentMessageType] | [undefined, undefined] {
  if (file && mediaType) return [{ name: file.name, size: file.blob.size, converts: file.needsConversion }, mediaType]
  return place ? [{ name: place.name ?? '', size: 0, card: { location: place } }, 'location'] : [undefined, undefined]
}

interface FillTemplateFormProps {
  conversation: { leadId: string; conversationId: string }
  template: MessageTemplate
  onBack: () => void
  onQueued: () => void
  onSent: () => void
}

/** Form with a preview that fills in a template's placeholders and sends it. If sending fails, the input is kept. */
export function FillTemplateForm({ conversation, template, onBack, onQueued, onSent }: FillTemplateFormProps) {
  const { enqueue, attempt, discard } = useMessageSender(conversation.leadId, conversation.conversationId)
  const texts: Record<PlaceholderPart, TemplateText> = { header: template.header ?? EMPTY_TEXT, body: template.body }
  const inputButtons = template.buttons.flatMap(({ asks, text, url }, index) => (asks ? [{ asks, text, url, index }] : []))
  const headerFormat = template.header_file ?? null
  const needsLocation = template.header_location ?? false
  const locationDraft = useLocationDraft()
  const [values, setValues] = useState<PlaceholderValues>({
    header: texts.header.places.map(() => ''),
    body: texts.body.places.map(() => ''),
    buttons: inputButtons.map(() => ''),
  })
  const [file, setFile] = useState<PickedFile | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /**
   * Entry of the previous attempt. Unchanged content is sent again with the same idempotency key; changed content becomes a new message.
   */
  const lastAttempt = useRef<{ entry: UnsentMessage; filled: string; file: PickedFile | null } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({ mutationFn: attempt, networkMode: 'always', meta: { showsOwnError: true }, onSuccess: onSent })

  const setValue = (part: keyof PlaceholderValues, position: number, value: string) => {
    setValues({ ...values, [part]: replaceAt(values[part], position, value) })
    setProblems(new Map([...problems].filter(([key]) => key !== `${part}.${position}`)))
  }
  /**
   * Returns the error of a field. If several fields have the same message, only the first field gets the message. The others get '', which
   * only marks them.
   */
  const getError = (key: string): string | undefined => {
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
      buttons: inputButtons.map(({ index }, position) => ({ index, value: values.buttons[position]?.trim() ?? '' })),
      place: (needsLocation && locationDraft.validate()) || undefined,
    }
    const fieldErrors = getFieldErrors(filled, headerFormat !== null && !file, needsLocation ? locationDraft : null)
    setProblems(fieldErrors)
    if (fieldErrors.size > 0) {
      const [first] = fieldErrors.keys()
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const serialized = JSON.stringify(filled)
    if (lastAttempt.current && (lastAttempt.current.filled !== serialized || lastAttempt.current.file !== file)) {
      discard(lastAttempt.current.entry)
      lastAttempt.current = null
    }
    if (!lastAttempt.current) {
      const [attachment, type] = getTemplateAttachment(filled, headerFormat, file)
      const entry = enqueue(renderTemplateText(template, filled), filled, attachment, type)
      lastAttempt.current = { entry, filled: serialized, file }
      onQueued()
      // The file is stored before its upload, so that the upload can be retried after a reload.
      if (file) await (await import('../files/files-chunk.ts')).storeUnsentBlob(entry.tempId, file.blob)
    }
    send.mutate(lastAttempt.current.entry)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <h3 className="wrap-anywhere font-semibold text-ui">{formatTemplateTitle(template)}</h3>
        <p className="text-ink-3 text-meta">{formatTemplateKind(template)}</p>
      </div>
      {headerFormat && (
        <FilePicker
          kind={headerFormat}
          allowsConversion
          name={FILE_FIELD}
          label="Arquivo do cabeçalho"
          pickedFile={file}
          error={problems.get(FILE_FIELD)}
          onPick={(picked) => {
            setFile(picked)
            setProblems(new Map([...problems].filter(([key]) => key !== FILE_FIELD)))
          }}
        />
      )}
      {needsLocation && (
        <LocationFields
          draft={locationDraft}
          requiredFieldErrors={{
            name: locationDraft.nameAndAddress.name ? undefined : problems.get(LOCATION_FIELD_NAMES.name),
            address: locationDraft.nameAndAddress.address ? undefined : problems.get(LOCATION_FIELD_NAMES.address),
          }}
        />
      )}
      {TEXT_PARTS.flatMap((part) =>
        texts[part].places.map((name, position) => (
          <TextField
            key={`${part}.${name}`}
            name={`${part}.${position}`}
            label={getPlaceholderLabel(name, part)}
            autoComplete="off"
            value={values[part][position] ?? ''}
            onChange={({ target }) => setValue(part, position, target.value)}
            error={getError(`${part}.${position}`)}
            required
          />
        )),
      )}
      {inputButtons.map(({ asks, text, url, index }, position) => (
        <TextField
          key={`buttons.${index}`}
          name={`buttons.${position}`}
          label={asks === 'code' ? 'Código a copiar' : `Fim do endereço de “${text}”`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.buttons[position] ?? ''}
          onChange={({ target }) => setValue('buttons', position, target.value)}
          description={
            asks === 'suffix' && url ? url.slice(0, url.indexOf('{{')) + (values.buttons[position]?.trim() || '…') : undefined
          }
          error={getError(`buttons.${position}`)}
          required
        />
      ))}
      <TemplateBubble
        header={template.header}
        file={
          headerFormat ? (
            <FilePreview blob={file?.blob ?? null} isImage={headerFormat === 'image'} size="h-36 w-full" />
          ) : (
            needsLocation && <LocationPreview name={locationDraft.name} address={locationDraft.address} />
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
