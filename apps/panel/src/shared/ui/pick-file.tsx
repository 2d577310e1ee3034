import type { FileHeader } from '@prosa/contract/entities/template'
import { sizeText } from '@prosa/contract/rules/file-size'
import { BECOMES_MP4 } from '@prosa/files/video/words'
import { type ReactNode, useId, useState } from 'react'
import { FileButton } from './file-button.tsx'
import { FilePreview } from './file-preview.tsx'
import { AlertGlyph } from './glyphs.tsx'

/** File accepted for sending, in the form in which it is sent. */
export interface PickedFile {
  blob: Blob
  name: string
  /** Whether the file is converted while it is sent. */
  converts?: true | undefined
}

const WORDS: Readonly<Record<FileHeader, { choose: string; other: string; accept: string }>> = {
  image: { choose: 'Escolher foto', other: 'Escolha uma foto.', accept: 'image/*' },
  video: { choose: 'Escolher vídeo', other: 'Escolha um vídeo MP4.', accept: 'video/*' },
  document: { choose: 'Escolher documento', other: 'Escolha um documento, como um PDF.', accept: '' },
}
const BROKEN = 'Não foi possível ler este arquivo.'

interface PickFileProps {
  kind: FileHeader
  label: string
  /** Name of the button, by which forms find the field with an error. */
  name: string
  picked: PickedFile | null
  description?: ReactNode
  error?: string | undefined
  /** Whether the sender converts a video to MP4. */
  mayConvert?: boolean
  onPick: (file: PickedFile) => void
}

/** Field for one file of a kind. The file's content is checked before anything is uploaded. */
export function PickFile({ kind, label, name, picked, description, error, mayConvert = false, onPick }: PickFileProps) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { choose, other, accept } = WORDS[kind]
  const take = async (file: File) => {
    setBusy(true)
    setRefused(null)
    try {
      const prepared = mayConvert
        ? await (await import('@prosa/files/video/prepare-sendable')).prepareSendable(file)
        : await (await import('@prosa/files/prepare-file')).prepareFile(file)
      if ('refused' in prepared) setRefused(prepared.refused)
      else if (prepared.as !== kind) setRefused(other)
      else onPick({ blob: prepared.blob, name: prepared.name, converts: prepared.converts })
    } catch {
      setRefused(BROKEN)
    } finally {
      setBusy(false)
    }
  }
  const problem = refused ?? error
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="font-semibold text-ink text-ui">
        {label}
        <span aria-hidden="true" className="text-roma">
          {' *'}
        </span>
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {picked && <FilePreview blob={picked.blob} isPicture={kind === 'image'} size="size-12" />}
        {picked && (
          <p className="wrap-anywhere min-w-0 flex-1 basis-32 text-ui">
            {picked.name}
            <span className="block text-ink-3 text-meta">
              {sizeText(picked.blob.size)}
              {picked.converts && BECOMES_MP4}
            </span>
          </p>
        )}
        <FileButton
          name={name}
          describedBy={`${id}-more`}
          label={choose}
          accept={accept || undefined}
          isBusy={isBusy}
          onFile={(file) => void take(file)}
        >
          {picked ? 'Trocar arquivo' : choose}
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
