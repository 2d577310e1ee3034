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
  change: (changes: Partial<TemplateDraft>) => void
  file: PickedFile | null
  setFile: (file: PickedFile | null) => void
  /** Returns the error of a field. Before the user has left the field or submitted the form, returns undefined. */
  getError: (field: string) => string | undefined
}

/** Placeholder for the file id while the chosen file is not uploaded yet. */
const CHOSEN_FILE_VALUE = 'chosen'

/**
 * Returns the state of the template editor. The template is validated on each change; an error is shown after the user leaves the field.
 */
export function useTemplateEditor(initialDraft: TemplateDraft, isNew: boolean) {
  const [draft, setDraft] = useState(initialDraft)
  const [file, setFile] = useState<PickedFile | null>(null)
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})

  const fullDraft = draft.header && file ? { ...draft, header: { ...draft.header, file_id: CHOSEN_FILE_VALUE } } : draft
  const { name: _name, language: _language, ...content } = fullDraft
  const problems = getFirstProblemByField(findTemplateProblems(isNew ? fullDraft : content))

  const change: TemplateEditorState['change'] = (changes) => {
    setServerErrors({})
    setDraft((previous) => fitExamples({ ...previous, ...changes }))
  }
  const editor: TemplateEditorState = {
    draft,
    change,
    file,
    setFile: (pickedFile) => {
      setServerErrors({})
      setFile(pickedFile)
    },
    getError: (field) => ((isSubmitted || touchedFields.has(field)) && problems.get(field)) || serverErrors[field],
  }
  return {
    editor,
    isDirty: draft !== initialDraft || file !== null,
    /** Returns whether the template can be submitted. From this call on, all errors are shown. */
    validate: () => {
      setSubmitted(true)
      return problems.size === 0
    },
    showServerErrors: (error: unknown) => setServerErrors(error instanceof ApiError ? error.fieldErrors : {}),
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = target.getAttribute('name')
      // If the focus moves to a button, no error is shown yet, because it would move the button away from the pointer.
      if (relatedTarget?.matches('button')) return
      if (name) setTouchedFields((previous) => new Set(previous).add(name))
    },
  }
}

/** Adds or removes example values, so that there is one per placeholder. */
const fitExamples = (draft: TemplateDraft): TemplateDraft => {
  const placeholders = extractPlaceholders(draft.body.text)
  if (placeholders.length === draft.body.examples.length) return draft
  return {
    ...draft,
    body: { ...draft.body, examples: placeholders.map((_placeholder, index) => draft.body.examples[index] ?? '') },
  }
}

/** Converts a typed text to a template name that Meta accepts: lower case, without accents, with '_' instead of spaces. */
export const toTemplateName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
