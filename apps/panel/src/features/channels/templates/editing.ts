import type { TemplateDraft } from '@prosa/contract/rules/template-draft'
import { problemsByField, templateProblems } from '@prosa/contract/rules/template-problems'
import { placesOf } from '@prosa/contract/rules/template-text'
import { type FocusEvent, useState } from 'react'
import { ApiError } from '../../../shared/api/errors.ts'
import type { PickedFile } from '../../../shared/ui/pick-file.tsx'

export const NEW_TEMPLATE: TemplateDraft = {
  name: '',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  body: { text: '', examples: [] },
  footer: null,
  buttons: [],
}

/** What the fields of the editor share. */
export interface Editing {
  draft: TemplateDraft
  change: (to: Partial<TemplateDraft>) => void
  file: PickedFile | null
  pick: (file: PickedFile | null) => void
  /** What is wrong with a field, once somebody has left it or tried to send. */
  errorOf: (field: string) => string | undefined
}

/** Stands for a file that is chosen and not here yet. */
const CHOSEN = 'chosen'

/** A template while it is written: what is wrong with it is known with every key, and said when a field is left. */
export function useEditing(start: TemplateDraft, isNew: boolean) {
  const [draft, setDraft] = useState(start)
  const [file, setFile] = useState<PickedFile | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})

  const whole = draft.header && file ? { ...draft, header: { ...draft.header, file_id: CHOSEN } } : draft
  const { name: _name, language: _language, ...content } = whole
  const found = problemsByField(templateProblems(isNew ? whole : content))

  const change: Editing['change'] = (to) => {
    setRefused({})
    setDraft((before) => fitting({ ...before, ...to }))
  }
  const editing: Editing = {
    draft,
    change,
    file,
    pick: (picked) => {
      setRefused({})
      setFile(picked)
    },
    errorOf: (field) => ((isTried || left.has(field)) && found.get(field)) || refused[field],
  }
  return {
    editing,
    isDirty: draft !== start || file !== null,
    /** True where Meta may look at it; from here on everything that is wrong is said. */
    mayGo: () => {
      setTried(true)
      return found.size === 0
    },
    refuse: (error: unknown) => setRefused(error instanceof ApiError ? error.fieldErrors : {}),
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = target.getAttribute('name')
      // Words that come while a button is pressed would push it away from under the pointer.
      if (relatedTarget?.matches('button')) return
      if (name) setLeft((before) => new Set(before).add(name))
    },
  }
}

/** There are as many examples as places. */
const fitting = (draft: TemplateDraft): TemplateDraft => {
  const places = placesOf(draft.body.text)
  if (places.length === draft.body.examples.length) return draft
  return { ...draft, body: { ...draft.body, examples: places.map((_place, at) => draft.body.examples[at] ?? '') } }
}

/** What somebody types for a name, as near to it as Meta takes: spaces and accents are no reason to be told off. */
export const nameOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
