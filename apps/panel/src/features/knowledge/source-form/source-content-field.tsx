import { KNOWLEDGE_LIMITS, type SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { useFormContext, useWatch } from 'react-hook-form'
import { readFileAsText } from '../../../shared/browser/read-file-as-text.ts'
import { LengthCounter } from '../../../shared/ui/inputs/length-counter.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { REFRESH_INTERVAL_LABELS, SOURCE_KIND_LABELS } from '../sources/source-labels.ts'
import type { SourceDraft } from './source-draft.ts'
import { SourceFileField } from './source-file-field.tsx'

const REFRESH_OPTIONS = Object.entries(REFRESH_INTERVAL_LABELS).map(([value, label]) => ({ value, label }))

/**
 * Reads a table file as a text that the user can edit. Returns null if the file is not a text or is too long; it is then uploaded as a
 * file.
 */
const readTableText = async (file: File): Promise<string | null> => {
  if (!/\.(?:csv|txt|tsv)$/i.test(file.name) || file.size > KNOWLEDGE_LIMITS.textChars * 4) return null
  const text = await readFileAsText(file)
  return text.length <= KNOWLEDGE_LIMITS.textChars ? text : null
}

interface SourceContentFieldProps {
  kind: SourceKind
  /** Name of the file from which the knowledge source was created; null if it was not created from a file. */
  storedFilename: string | null
}

/** Form field for the content of a knowledge source: a text, a file, or the URL of a page. */
export function SourceContentField({ kind, storedFilename }: SourceContentFieldProps) {
  const { control, register, setValue, getValues, formState } = useFormContext<SourceDraft>()
  const [text, file] = useWatch({ control, name: ['text', 'file_id'] })
  const labels = SOURCE_KIND_LABELS[kind]
  const errors = formState.errors
  const choose = async (chosenFile: File | null) => {
    const tableText = chosenFile && kind === 'products' ? await readTableText(chosenFile) : null
    const shouldValidate = formState.isSubmitted || tableText !== null
    if (tableText !== null) setValue('text', tableText, { shouldDirty: true, shouldValidate })
    setValue('file_id', tableText === null ? chosenFile : null, { shouldDirty: true, shouldValidate })
    const name = chosenFile?.name.replace(/\.[^.]*$/, '') ?? ''
    if (name && getValues('title').trim() === '')
      setValue('title', name.slice(0, KNOWLEDGE_LIMITS.titleChars), { shouldDirty: true })
  }
  if (kind === 'page') {
    return (
      <>
        <TextField
          {...register('url')}
          label={labels.fieldLabel}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={labels.example}
          description={labels.hint}
          error={errors.url?.message}
          required
        />
        <Select
          {...register('refresh')}
          label="Ler de novo"
          options={REFRESH_OPTIONS}
          description="Assim os agentes acompanham o que muda no site."
        />
      </>
    )
  }
  const isText = labels.inputs.includes('text') && file === null && (storedFilename === null || text !== '')
  return (
    <>
      {labels.inputs.includes('file') && (
        <SourceFileField
          label={kind === 'products' ? 'Arquivo da planilha' : labels.fieldLabel}
          accept={kind === 'products' ? '.xlsx,.csv,.txt,.tsv' : labels.example}
          description={kind === 'products' ? 'XLSX ou CSV, de até 20 MB. Ou cole a planilha abaixo.' : labels.hint}
          chosenFile={file}
          storedFilename={storedFilename}
          error={errors.file_id?.message}
          required={kind === 'file'}
          onChoose={(chosenFile) => void choose(chosenFile)}
          onClear={kind === 'products' ? () => void choose(null) : undefined}
        />
      )}
      {isText && (
        <TextArea
          {...register('text')}
          label={labels.fieldLabel}
          rows={kind === 'products' ? 8 : 11}
          placeholder={labels.example}
          spellCheck={kind !== 'products'}
          description={
            <>
              {labels.hint}
              <LengthCounter length={text.length} max={KNOWLEDGE_LIMITS.textChars} />
            </>
          }
          error={errors.text?.message}
          required={kind !== 'products'}
        />
      )}
    </>
  )
}
