import type { FileHeaderFormat } from '@prosa/contract/entities/whatsapp/template'
import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import { MP4_CONVERSION_HINT } from '@prosa/files/video/conversion-texts'
import { type ReactNode, useId, useState } from 'react'
import { AlertGlyph } from '../inputs/glyphs.tsx'
import { FileButton } from './file-button.tsx'
import { FilePreview } from './file-preview.tsx'

/** Chosen file that passed the checks, with the content that will be sent. */
export interface PickedFile {
  blob: Blob
  name: string
  /** Whether the file must be converted before it is sent. */
  needsConversion?: true | undefined
}

const TEXTS_BY_KIND: Readonly<Record<FileHeaderFormat, { choose: string; wrongKindError: string; accept: string }>> = {
  image: { choose: 'Escolher foto', wrongKindError: 'Escolha uma foto.', accept: 'image/*' },
  video: { choose: 'Escolher vídeo', wrongKindError: 'Escolha um vídeo MP4.', accept: 'video/*' },
  document: { choose: 'Escolher documento', wrongKindError: 'Escolha um documento, como um PDF.', accept: '' },
}
const UNREADABLE_FILE_MESSAGE = 'Não foi possível ler este arquivo.'

interface FilePickerProps {
  kind: FileHeaderFormat
  label: string
  /** Name of the button. Forms use the name to focus the field that has an error. */
  name: string
  pickedFile: PickedFile | null
  description?: ReactNode
  error?: string | undefined
  /** Whether a video may be chosen that must first be converted to MP4. */
  allowsConversion?: boolean
  onPick: (file: PickedFile) => void
}

/** Form field for one file. The file's content is checked before anything is uploaded. */
export function FilePicker({
  kind,
  label,
  name,
  pickedFile,
  description,
  error,
  allowsConversion = false,
  onPick,
}: FilePickerProps) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [rejection, setRejection] = useState<string | null>(null)
  const { choose, wrongKindError, accept } = TEXTS_BY_KIND[kind]
  const acceptFile = async (file: File) => {
    setBusy(true)
    setRejection(null)
    try {
      const prepared = allowsConversion
        ? await (await import('@prosa/files/video/prepare-file-for-sending')).prepareFileForSending(file)
        : await (await import('@prosa/files/prepare-file')).prepareFile(file)
      if ('refused' in prepared) setRejection(prepared.refused)
      else if (prepared.mediaType !== kind) setRejection(wrongKindError)
      else onPick({ blob: prepared.blob, name: prepared.name, needsConversion: prepared.needsConversion })
    } catch {
      setRejection(UNREADABLE_FILE_MESSAGE)
    } finally {
      setBusy(false)
    }
  }
  const problem = rejection ?? error
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="font-semibold text-ink text-ui">
        {label}
        <span aria-hidden="true" className="text-roma">
          {' *'}
        </span>
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {pickedFile && <FilePreview blob={pickedFile.blob} isImage={kind === 'image'} size="size-12" />}
        {pickedFile && (
          <p className="wrap-anywhere min-w-0 flex-1 basis-32 text-ui">
            {pickedFile.name}
            <span className="block text-ink-3 text-meta">
              {formatFileSize(pickedFile.blob.size)}
              {pickedFile.needsConversion && MP4_CONVERSION_HINT}
            </span>
          </p>
        )}
        <FileButton
          name={name}
          describedBy={`${id}-more`}
          label={choose}
          accept={accept || undefined}
          isBusy={isBusy}
          onFile={(file) => void acceptFile(file)}
        >
          {pickedFile ? 'Trocar arquivo' : choose}
        </FileButton>
      </div>
      <div id={`${id}-more`} className="flex flex-col gap-1.5 empty:hidden">
        {problem && (
          <p role="alert" className="flex items-start gap-1.5 text-meta text-roma">
            <AlertGlyph className="mt-px size-3.5 shrink-0" />
            <span>{problem}</span>
          </p>
        )}
        {description && <p className="text-ink-3 text-meta">{description}</p>}
      </div>
    </div>
  )
}
