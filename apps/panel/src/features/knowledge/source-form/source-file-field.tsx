import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import Paperclip from 'lucide-react/icons/paperclip'
import { type DragEvent, useId, useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { cx } from '../../../shared/ui/cx.ts'
import { FileButton } from '../../../shared/ui/file-inputs/file-button.tsx'
import { AlertGlyph } from '../../../shared/ui/inputs/glyphs.tsx'

interface SourceFileFieldProps {
  label: string
  /** File extensions that the file dialog offers. */
  accept: string
  description: string
  /** Chosen file, which is not uploaded yet; null if there is none. */
  chosenFile: File | null
  /** Name of the file from which the knowledge source was created; null if it was not created from a file. */
  storedFilename: string | null
  error: string | undefined
  required?: boolean
  onChoose: (file: File) => void
  /** Removes the chosen file. If undefined, the file can only be replaced. */
  onClear?: (() => void) | undefined
}

/** Form field for a file, which the user chooses or drops. The file is uploaded when the form is submitted. */
export function SourceFileField({
  label,
  accept,
  description,
  chosenFile,
  storedFilename,
  error,
  required,
  onChoose,
  onClear,
}: SourceFileFieldProps) {
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const name = chosenFile?.name ?? storedFilename
  const createDragHandler = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragOver(isOver)
  }
  const handleDrop = (event: DragEvent) => {
    createDragHandler(false)(event)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-col gap-1.5" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      <span id={`${id}-label`} className="font-semibold text-ink text-ui">
        {label}
        {required && (
          <span aria-hidden="true" className="text-roma">
            {' *'}
          </span>
        )}
      </span>
      <div
        onDragOver={createDragHandler(true)}
        onDragLeave={createDragHandler(false)}
        onDrop={handleDrop}
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-dashed px-4 py-3',
          error ? 'border-roma' : isDragOver ? 'border-primary bg-hover' : 'border-control bg-sunken',
        )}
      >
        {name !== null && (
          <p className="flex min-w-0 flex-1 items-center gap-2 text-ui">
            <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            <span className="wrap-anywhere min-w-0">{name}</span>
            {chosenFile && (
              <span className="shrink-0 text-ink-3 text-meta tabular">{formatFileSize(Math.max(chosenFile.size, 1))}</span>
            )}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <FileButton label={label} accept={accept} isInvalid={error !== undefined} onFile={onChoose}>
            {name === null ? 'Escolher arquivo' : 'Trocar arquivo'}
          </FileButton>
          {onClear && chosenFile && (
            <Button variant="ghost" onClick={onClear}>
              Tirar
            </Button>
          )}
        </div>
        {name === null && <span className="text-ink-3 text-meta max-sm:hidden">ou arraste para cá</span>}
      </div>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-meta text-roma">
          <AlertGlyph className="mt-px size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      <p id={`${id}-about`} className="text-ink-3 text-meta">
        {description}
      </p>
    </div>
  )
}
