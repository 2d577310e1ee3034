import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import type { PreparedFile } from '@prosa/files/prepare-file'
import { MP4_CONVERSION_HINT } from '@prosa/files/video/conversion-texts'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx'
import { FilePreview } from '../../../../shared/ui/file-inputs/file-preview.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

export interface AttachmentDraft {
  readonly id: string
  readonly name: string
  /** Result of the check of the file; null while the check is running. */
  readonly preparedFile: PreparedFile | null
  readonly caption: string
}

interface AttachmentDraftRowProps {
  draft: AttachmentDraft
  onCaptionChange: (caption: string) => void
  onRemove: () => void
}

const MAX_CAPTION_CHARS = 1_024

/** Row of a file that was chosen but not sent: its type, its caption, and the reason if it cannot be sent. */
export function AttachmentDraftRow({
  draft: { name, preparedFile, caption },
  onCaptionChange,
  onRemove,
}: AttachmentDraftRowProps) {
  const ready = preparedFile && !('refused' in preparedFile) ? preparedFile : null
  return (
    <li className="flex items-start gap-3 py-2">
      <FilePreview blob={ready?.blob ?? null} isImage={ready?.mediaType === 'image'} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-ui">{stripBidiControls(name)}</p>
        {!preparedFile && (
          <p role="status" className="flex items-center gap-1.5 text-ink-2 text-meta">
            <Spinner className="size-3" /> Preparando…
          </p>
        )}
        {preparedFile && 'refused' in preparedFile && (
          <p role="alert" className="text-roma text-ui">
            {preparedFile.refused}
          </p>
        )}
        {ready && (
          <p className="text-ink-3 text-meta">
            {formatFileSize(ready.blob.size)}
            {ready.needsConversion && MP4_CONVERSION_HINT}
          </p>
        )}
        {ready && ready.mediaType !== 'audio' && (
          <input
            aria-label={`Legenda de ${name}`}
            placeholder="Legenda"
            value={caption}
            maxLength={MAX_CAPTION_CHARS}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) => onCaptionChange(target.value)}
            className="mt-1 min-h-(--control-height) w-full rounded-control border border-control bg-surface px-3 text-ui"
          />
        )}
      </div>
      <IconButton label={`Remover ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}
