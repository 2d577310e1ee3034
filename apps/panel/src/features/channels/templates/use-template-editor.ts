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

/** State of the template editor that its fields share. */
export interface TemplateEditorState {
  draft: TemplateDraft
  change: (to: Partial<TemplateDraft>) => void
  file: PickedFile | null
  pick: (file: PickedFile | null) => void
  /** Returns the error of a field. Before the user has left the field or submitted the form, returns undefined. */
  errorOf: (field: string) => string | undefined
}

/** Placeholder for the file id while the chosen file is not uploaded yet. */
const CHOSEN_FILE_VALUE = 'chosen'

/**
 * Returns the state of the template editor. The template is validated on each change; an error is shown after the user leaves the field.
 */
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
    /** Returns whether the template can be submitted. From this call on, all errors are shown. */
    mayGo: () => {
      setTried(true)
      return found.size === 0
    },
    refuse: (error: unknown) => setRefused(error instanceof ApiError ? error.fieldErrors : {}),
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = target.getAttribute('name')
      // If the focus moves to a button, no error is shown yet, because it would move the button away from the pointer.
      if (relatedTarget?.matches('button')) return
      if (name) setLeft((before) => new Set(before).add(name))
    },
  }
}

/** Adds or removes example values, so that there is one per placeholder. */
const fitExamples = (draft: TemplateDraft): TemplateDraft => {
  const places = extractPlaceholders(draft.body.text)
  if (places.length === draft.body.examples.length) return draft
  return { ...draft, body: { ...draft.body, examples: places.map((_place, at) => draft.body.examples[at] ?? '') } }
}

/** Converts a typed text to a template name that Meta accepts: lower case, without accents, with '_' instead of spaces. */
export const toTemplateName = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
