import {
  type SentContact,
  STRUCTURED_CONTENT_NAME_MAX_CHARS,
  sentContact,
} from '@prosa/contract/entities/conversations/structured-content'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { PhoneInput } from '../../../../shared/ui/inputs/phone-input.tsx'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'

const CONTACT_FIELDS = ['name', 'phone', 'email'] as const
type FieldErrors = ReadonlyMap<unknown, string>

/** Validates the draft by the contract and returns an error message per field. */
const getFieldErrors = (draft: object): FieldErrors =>
  new Map(sentContact.safeParse(draft).error?.issues.map(({ path, message }) => [path[0], message]))

/** Form that sends a contact to the lead (MEDIA-19). */
export function ContactForm({ onSend }: { onSend: (contact: SentContact) => void }) {
  const [values, setValues] = useState({ name: '', phone: '', email: '' })
  const [problems, setProblems] = useState<FieldErrors>(new Map())
  const form = useRef<HTMLFormElement>(null)
  const draft = { name: values.name, phone: values.phone, ...(values.email.trim() ? { email: values.email } : {}) }
  const setField = (part: keyof SentContact, value: string) => {
    setValues({ ...values, [part]: value })
    setProblems(new Map([...problems].filter(([field]) => field !== part)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Stops the submit event, because React passes it on to the surrounding composer, which would send its text.
    event.stopPropagation()
    const { data } = sentContact.safeParse(draft)
    if (data) return onSend(data)
    const errors = getFieldErrors(draft)
    setProblems(errors)
    const first = CONTACT_FIELDS.find((part) => errors.has(part))
    form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        name="name"
        label="Nome"
        value={values.name}
        error={problems.get('name')}
        maxLength={STRUCTURED_CONTENT_NAME_MAX_CHARS}
        autoComplete="off"
        required
        onChange={({ target }) => setField('name', target.value)}
      />
      <PhoneInput
        name="phone"
        value={values.phone}
        error={problems.get('phone')}
        required
        onChange={(phone) => setField('phone', phone)}
      />
      <TextField
        name="email"
        label="E-mail (opcional)"
        type="email"
        value={values.email}
        error={problems.get('email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setField('email', target.value)}
      />
      <Button type="submit" variant="primary" className="self-end">
        Enviar contato
      </Button>
    </form>
  )
}
