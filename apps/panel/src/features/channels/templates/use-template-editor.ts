import type { TemplateDraft } from '@prosa/contract/rules/whatsapp/template-draft'
import { findTemplateProblems, getFirstProblemByField } from '@prosa/contract/rules/whatsapp/template-problems'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import { type FocusEvent, useState } from 'react'
import { ApiError } from '../../../shared/api/errors.ts'
import type { PickedFile } from '../../../shared/ui/file-inputs/file-picker.tsx'

export const NEW_TEMPLATE: TemplateDraft = {
  name: '',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  body: { text: '', examples: [] },
  footer: null,
  buttons: [],
}

/** State shared by the editor's fields. */
export interface TemplateEditorState {
  draft: TemplateDraft
  change: (to: Partial<TemplateDraft>) => void
  file: PickedFile | null
  pick: (file: PickedFile | null) => void
  /** Returns the error of a field, once it was left or the form was submitted. */
  errorOf: (field: string) => string | undefined
}

/** Value of a file field whose file is chosen but not uploaded yet. */
const CHOSEN_FILE_VALUE = 'chosen'

/** State of a template in the editor. Validated on each change; errors are shown after a field is left. */
export function useTemplateEditor(start: TemplateDraft, isNew: boolean) {
  const [draft, setDraft] = useState(start)
  const [file, setFile] = useState<PickedFile | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})

  const whole = draft.header && file ? { ...draft, header: { ...draft.header, file_id: CHOSEN_FILE_VALUE } } : draft
  const { name: _name, language: _language, ...content } = whole
  const found = getFirstProblemByField(findTemplateProblems(isNew ? whole : content))

  const change: TemplateEditorState['change'] = (to) => {
    setRefused({})
    setDraft((before) => fitExamples({ ...before, ...to }))
  }
  const editing: TemplateEditorState = {
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
    /** Returns whether the template is valid for submission. From then on all errors are shown. */
    mayGo: () => {
      setTried(true)
      return found.size === 0
    },
    refuse: (error: unknown) => setRefused(error instanceof ApiError ? error.fieldErrors : {}),
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = target.getAttribute('name')
      // Errors that appear while a button is pressed would move it away from the pointer.
      if (relatedTarget?.matches('button')) return
      if (name) setLeft((before) => new Set(before).add(name))
    },
  }
}

/** Makes the number of examples equal to the number of placeholders. */
const fitExamples = (draft: TemplateDraft): TemplateDraft => {
  const places = extractPlaceholders(draft.body.text)
  if (places.length === draft.body.examples.length) return draft
  return { ...draft, body: { ...draft.body, examples: places.map((_place, at) => draft.body.examples[at] ?? '') } }
}

/** Converts typed text to a name that Meta accepts, by replacing spaces and accents. */
export const toTemplateName = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
