import { sendTemplate } from '@prosa/contract/calls/channels'
import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/channel'
import { templateWording } from '@prosa/contract/rules/template-text'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { reasonOf } from '../../../shared/api/reason.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/text-field.tsx'
import type { FilledTemplate, Unsent } from '../cache/outbox.ts'
import { templateBody } from '../sending/post-template.ts'
import { useSending } from '../sending/send.ts'
import { Filled } from './filled.tsx'
import { placeLabel, templateKind, templateTitle } from './template-words.ts'

const PARTS = ['header', 'body'] as const
type Part = (typeof PARTS)[number]
type Values = Readonly<Record<Part, readonly string[]>>

const NO_TEXT: TemplateText = { text: '', places: [] }
const trimmed = (values: readonly string[]) => values.map((value) => value.trim())

/** What is wrong with each place, in the contract's words. */
function problemsOf(filled: FilledTemplate): ReadonlyMap<string, string> {
  const { error } = sendTemplate.body.safeParse(templateBody(filled))
  return new Map(error?.issues.map(({ path, message }) => [path.join('.'), message]))
}

function Preview({ template, values }: { template: MessageTemplate; values: Values }) {
  return (
    <section
      aria-label="Prévia da mensagem"
      className="rounded-card rounded-br-speaker bg-bubble-manual px-3.5 py-2 text-message"
    >
      {template.header && (
        <p className="wrap-anywhere mb-1 font-semibold">
          <Filled text={template.header} values={values.header} part="header" />
        </p>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap">
        <Filled text={template.body} values={values.body} part="body" />
      </p>
      {template.footer && <p className="wrap-anywhere mt-1 text-ink-3 text-meta">{template.footer}</p>}
      {template.buttons.length > 0 && (
        <ul aria-label="Botões" className="mt-2 flex flex-wrap gap-1.5">
          {template.buttons.map(({ text }) => (
            <li key={text} className="rounded-control border border-control px-2 py-0.5 text-meta">
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FillTemplateProps {
  place: { leadId: string; conversationId: string }
  template: MessageTemplate
  onBack: () => void
  onPut: () => void
  onSent: () => void
}

/** A template's places, what the lead will read, and its sending. A refusal leaves everything as it was typed. */
export function FillTemplate({ place, template, onBack, onPut, onSent }: FillTemplateProps) {
  const { put, attempt, giveUp } = useSending(place.leadId, place.conversationId)
  const texts: Record<Part, TemplateText> = { header: template.header ?? NO_TEXT, body: template.body }
  const [values, setValues] = useState<Values>({
    header: texts.header.places.map(() => ''),
    body: texts.body.places.map(() => ''),
  })
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** The bubble of the attempt before: the same words go again under the same key, others are another message. */
  const before = useRef<Unsent | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({ mutationFn: attempt, networkMode: 'always', meta: { showsOwnError: true }, onSuccess: onSent })

  const write = (part: Part, at: number, value: string) => {
    setValues({ ...values, [part]: values[part].with(at, value) })
    setProblems(new Map([...problems].filter(([key]) => key !== `${part}.${at}`)))
  }
  /** The same sentence stands under the first field that it is true of; the others are only marked. */
  const errorOf = (key: string): string | undefined => {
    const problem = problems.get(key)
    const [first] = [...problems].find(([, message]) => message === problem) ?? []
    return first === key ? problem : problem && ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filled: FilledTemplate = {
      name: template.name,
      language: template.language,
      header: trimmed(values.header),
      body: trimmed(values.body),
    }
    const found = problemsOf(filled)
    setProblems(found)
    if (found.size > 0) {
      const [first] = found.keys()
      form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
      return
    }
    const content = templateWording(template, filled)
    if (before.current && before.current.content !== content) {
      giveUp(before.current)
      before.current = null
    }
    before.current ??= put(content, filled)
    onPut()
    send.mutate(before.current)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h3 className="wrap-anywhere font-semibold text-ui">{templateTitle(template)}</h3>
        <p className="text-ink-3 text-meta">{templateKind(template)}</p>
      </div>
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
      <Preview template={template} values={values} />
      <p role="alert" className={send.error ? 'rounded-control bg-roma-ground px-3 py-2 text-roma text-ui' : 'sr-only'}>
        {send.error && reasonOf(send.error, 'Não foi possível enviar o modelo.')}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Outro modelo</Button>
        <Button type="submit" variant="primary" busy={send.isPending} disabled={send.isPending}>
          {send.isPending ? 'Enviando...' : 'Enviar modelo'}
        </Button>
      </div>
    </form>
  )
}
