import { sendTemplate } from '@prosa/contract/calls/channels'
import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/channel'
import type { FileHeader } from '@prosa/contract/entities/template'
import { headerPlaceProblems } from '@prosa/contract/rules/place'
import { templateWording } from '@prosa/contract/rules/template-text'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { reasonOf } from '../../../shared/api/reason.ts'
import { replaceAt } from '../../../shared/lib/replace-at.ts'
import { placeLabel, templateKind, templateTitle } from '../../../shared/lib/template-words.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { FilePreview } from '../../../shared/ui/file-preview.tsx'
import { FormFailure } from '../../../shared/ui/form-failure.tsx'
import { type PickedFile, PickFile } from '../../../shared/ui/pick-file.tsx'
import { PlacePreview } from '../../../shared/ui/place-preview.tsx'
import { TemplateBubble } from '../../../shared/ui/template-bubble.tsx'
import { TextField } from '../../../shared/ui/text-field.tsx'
import type { FilledTemplate, Unsent, UnsentFile, UnsentType } from '../cache/outbox.ts'
import { PLACE_FIELD, PlaceFields } from '../files/cards/place-fields.tsx'
import { type PlaceBeingSaid, usePlace } from '../files/cards/use-place.ts'
import { templateBody } from '../sending/post-template.ts'
import { useSending } from '../sending/send.ts'

const PARTS = ['header', 'body'] as const
type Part = (typeof PARTS)[number]
type Values = Readonly<Record<Part | 'buttons', readonly string[]>>

const NO_TEXT: TemplateText = { text: '', places: [] }
const trimmed = (values: readonly string[]) => values.map((value) => value.trim())

const FILE = 'header_file_id'

/**
 * Returns the contract's error per field. `lacksFile`: the header's file is missing; `said`: the location that is entered for the header.
 */
function problemsOf(filled: FilledTemplate, lacksFile: boolean, said: PlaceBeingSaid | null): ReadonlyMap<string, string> {
  const { error } = sendTemplate.body.safeParse(templateBody(filled))
  const file: [string, string][] = lacksFile ? [[FILE, 'Escolha o arquivo do cabeçalho.']] : []
  // For a button, only the value is a field.
  return new Map([
    ...file,
    ...(said ? placeProblems(said) : []),
    ...(error?.issues ?? []).map(({ path, message }): [string, string] => [path.slice(0, 2).join('.'), message]),
  ])
}

/** Errors of a header's location. A missing point has its own field's error. */
function placeProblems({ point, named }: PlaceBeingSaid): [string, string][] {
  const wrong = headerPlaceProblems({ latitude: 0, longitude: 0, ...point, ...named })
  const known = wrong.map(({ field, message }): [string, string] => [`place.${field}`, message])
  return point ? known : [[PLACE_FIELD.point, ''], ...known]
}

/** Returns the attachment of the template's bubble and its type. */
function carriedBy(
  { place }: FilledTemplate,
  as: FileHeader | null,
  file: PickedFile | null,
): [UnsentFile, UnsentType] | [undefined, undefined] {
  if (file && as) return [{ name: file.name, size: file.blob.size, converts: file.converts }, as]
  return place ? [{ name: place.name ?? '', size: 0, card: { location: place } }, 'location'] : [undefined, undefined]
}

interface FillTemplateProps {
  conversation: { leadId: string; conversationId: string }
  template: MessageTemplate
  onBack: () => void
  onPut: () => void
  onSent: () => void
}

/** Form for a template's placeholders with a preview, and its sending. A rejection keeps the input. */
export function FillTemplate({ conversation, template, onBack, onPut, onSent }: FillTemplateProps) {
  const { put, attempt, giveUp } = useSending(conversation.leadId, conversation.conversationId)
  const texts: Record<Part, TemplateText> = { header: template.header ?? NO_TEXT, body: template.body }
  const asking = template.buttons.flatMap(({ asks, text, url }, index) => (asks ? [{ asks, text, url, index }] : []))
  const as = template.header_file ?? null
  const asksPlace = template.header_location ?? false
  const place = usePlace()
  const [values, setValues] = useState<Values>({
    header: texts.header.places.map(() => ''),
    body: texts.body.places.map(() => ''),
    buttons: asking.map(() => ''),
  })
  const [file, setFile] = useState<PickedFile | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** Entry of the previous attempt. The same content is sent again under the same key; changed content is a new message. */
  const before = useRef<{ entry: Unsent; filled: string; file: PickedFile | null } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({ mutationFn: attempt, networkMode: 'always', meta: { showsOwnError: true }, onSuccess: onSent })

  const write = (part: keyof Values, at: number, value: string) => {
    setValues({ ...values, [part]: replaceAt(values[part], at, value) })
    setProblems(new Map([...problems].filter(([key]) => key !== `${part}.${at}`)))
  }
  /** The message is shown under the first field with that error; the others are only marked. */
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
      header: trimmed(values.header),
      body: trimmed(values.body),
      buttons: asking.map(({ index }, at) => ({ index, value: values.buttons[at]?.trim() ?? '' })),
      place: (asksPlace && place.taken()) || undefined,
    }
    const found = problemsOf(filled, as !== null && !file, asksPlace ? place : null)
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
      const [carried, type] = carriedBy(filled, as, file)
      const entry = put(templateWording(template, filled), filled, carried, type)
      before.current = { entry, filled: written, file }
      onPut()
      // Stored before the upload, so that it can be retried after a reload.
      if (file) await (await import('../files/late.ts')).keepBlob(entry.tempId, file.blob)
    }
    send.mutate(before.current.entry)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <h3 className="wrap-anywhere font-semibold text-ui">{templateTitle(template)}</h3>
        <p className="text-ink-3 text-meta">{templateKind(template)}</p>
      </div>
      {as && (
        <PickFile
          kind={as}
          mayConvert
          name={FILE}
          label="Arquivo do cabeçalho"
          picked={file}
          error={problems.get(FILE)}
          onPick={(picked) => {
            setFile(picked)
            setProblems(new Map([...problems].filter(([key]) => key !== FILE)))
          }}
        />
      )}
      {asksPlace && (
        <PlaceFields
          place={place}
          whole={{
            name: place.named.name ? undefined : problems.get(PLACE_FIELD.name),
            address: place.named.address ? undefined : problems.get(PLACE_FIELD.address),
          }}
        />
      )}
      {PARTS.flatMap((part) =>
        texts[part].places.map((name, at) => (
          <TextField
            key={`${part}.${name}`}
            name={`${part}.${at}`}
            label={placeLabel(name, part)}
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
            asksPlace && <PlacePreview name={place.name} address={place.address} />
          )
        }
        body={template.body}
        footer={template.footer}
        buttons={template.buttons.map(({ text }) => text)}
        values={values}
      />
      <FormFailure>{send.error && reasonOf(send.error, 'Não foi possível enviar o modelo.')}</FormFailure>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Outro modelo</Button>
        <Button type="submit" variant="primary" busy={send.isPending} disabled={send.isPending}>
          {send.isPending ? 'Enviando...' : 'Enviar modelo'}
        </Button>
      </div>
    </form>
  )
}
