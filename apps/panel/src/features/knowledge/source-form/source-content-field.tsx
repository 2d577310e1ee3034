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
  kept: string | null
}

/** Form field for the content of a knowledge source: a text, a file, or the URL of a page. */
export function SourceContentField({ kind, kept }: SourceContentFieldProps) {
  const { control, register, setValue, getValues, formState } = useFormContext<SourceDraft>()
  const [text, file] = useWatch({ control, name: ['text', 'file_id'] })
  const words = SOURCE_KIND_LABELS[kind]
  const errors = formState.errors
  const choose = async (chosen: File | null) => {
    const shown = chosen && kind === 'products' ? await readTableText(chosen) : null
    const shouldValidate = formState.isSubmitted || shown !== null
    if (shown !== null) setValue('text', shown, { shouldDirty: true, shouldValidate })
    setValue('file_id', shown === null ? chosen : null, { shouldDirty: true, shouldValidate })
    const name = chosen?.name.replace(/\.[^.]*$/, '') ?? ''
    if (name && getValues('title').trim() === '')
      setValue('title', name.slice(0, KNOWLEDGE_LIMITS.titleChars), { shouldDirty: true })
  }
  if (kind === 'page') {
    return (
      <>
        <TextField
          {...register('url')}
          label={words.field}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={words.example}
          description={words.how}
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
  const isText = words.of.includes('text') && file === null && (kept === null || text !== '')
  return (
    <>
      {words.of.includes('file') && (
        <SourceFileField
          label={kind === 'products' ? 'Arquivo da planilha' : words.field}
          accept={kind === 'products' ? '.xlsx,.csv,.txt,.tsv' : words.example}
          description={kind === 'products' ? 'XLSX ou CSV, de até 20 MB. Ou cole a planilha abaixo.' : words.how}
          chosen={file}
          kept={kept}
          error={errors.file_id?.message}
          required={kind === 'file'}
          onChoose={(chosen) => void choose(chosen)}
          onDrop={kind === 'products' ? () => void choose(null) : undefined}
        />
      )}
      {isText && (
        <TextArea
          {...register('text')}
          label={words.field}
          rows={kind === 'products' ? 8 : 11}
          placeholder={words.example}
          spellCheck={kind !== 'products'}
          description={
            <>
              {words.how}
              <LengthCounter of={text.length} most={KNOWLEDGE_LIMITS.textChars} />
            </>
          }
          error={errors.text?.message}
          required={kind !== 'products'}
        />
      )}
    </>
  )
}
