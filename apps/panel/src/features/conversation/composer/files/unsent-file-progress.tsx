import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import { useEffect, useState } from 'react'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { FilePreview } from '../../../../shared/ui/file-inputs/file-preview.tsx'
import { AudioPlayer } from '../../audio/audio-player.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { loadUnsentBlob } from '../../outbox/storage/unsent-persistence.ts'
import { useRunningUploads } from '../../outbox/uploads/running-uploads.ts'

const FULL_PERCENT = 100
const AUDIO_LABELS = { voice: 'Mensagem de voz', audio: 'Áudio' }

export interface UnsentFileProgressProps {
  entry: UnsentMessage
  /** CSS classes of an image's frame. The frame has the same size before and after the image is loaded. */
  imageSizeClass: string
}

/** File of a message that is being sent, with a progress display and a cancel button. */
export function UnsentFileProgress({ entry: { tempId, file, type }, imageSizeClass }: UnsentFileProgressProps) {
  const [blob, setBlob] = useState<Blob | null>(null)
  const upload = useRunningUploads((state) => state[tempId])
  useEffect(() => {
    let isUnmounted = false
    void loadUnsentBlob(tempId).then((storedBlob) => {
      if (!isUnmounted) setBlob(storedBlob)
    })
    return () => {
      isUnmounted = true
    }
  }, [tempId])
  if (!file) return null
  const percent = Math.floor((upload?.fraction ?? 0) * FULL_PERCENT)
  const activity = upload?.isPreparing ? 'Preparando vídeo' : 'Enviando'
  const progress = upload && (
    <div className="flex flex-wrap items-center gap-x-2">
      {/* Hidden from screen readers: the conversation is a live log, which would announce each change of the progress. */}
      <p
        role="progressbar"
        aria-label={activity}
        aria-valuemin={0}
        aria-valuemax={FULL_PERCENT}
        aria-valuenow={percent}
        className="text-ink-2 text-meta tabular-nums"
      >
        {activity}… {percent} %
      </p>
      <Button variant="ghost" onClick={upload.cancel}>
        Cancelar
      </Button>
    </div>
  )
  if (type === 'voice' || type === 'audio')
    return (
      <>
        {blob ? (
          <AudioPlayer track={{ id: tempId, source: blob, mimeType: blob.type }} label={AUDIO_LABELS[type]} />
        ) : (
          <div className="h-13" />
        )}
        {progress}
      </>
    )
  const isImage = type === 'image'
  return (
    <div className={isImage ? '' : 'flex items-center gap-3'}>
      <FilePreview blob={blob} isImage={isImage} size={isImage ? imageSizeClass : 'size-12'} />
      <div className="min-w-0">
        <p className={isImage ? 'sr-only' : 'wrap-anywhere font-semibold text-ui'}>{stripBidiControls(file.name)}</p>
        {!isImage && <p className="text-ink-3 text-meta">{formatFileSize(file.size)}</p>}
        {progress}
      </div>
    </div>
  )
}
