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
  frame: string
}

/** File of a message that is being sent, with a progress display and a cancel button. */
export function UnsentFileProgress({ entry: { tempId, file, type }, frame }: UnsentFileProgressProps) {
  const [blob, setBlob] = useState<Blob | null>(null)
  const running = useRunningUploads((state) => state[tempId])
  useEffect(() => {
    let isOver = false
    void loadUnsentBlob(tempId).then((found) => {
      if (!isOver) setBlob(found)
    })
    return () => {
      isOver = true
    }
  }, [tempId])
  if (!file) return null
  const percent = Math.floor((running?.share ?? 0) * FULL_PERCENT)
  const doing = running?.isPrepared ? 'Preparando vídeo' : 'Enviando'
  const progress = running && (
    <div className="flex flex-wrap items-center gap-x-2">
      {/* Hidden from screen readers: the conversation is a live log, which would announce each change of the progress. */}
      <p
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={FULL_PERCENT}
        aria-valuenow={percent}
        className="text-ink-2 text-meta tabular-nums"
      >
        {doing}… {percent} %
      </p>
      <Button variant="ghost" onClick={running.cancel}>
        Cancelar
      </Button>
    </div>
  )
  if (type === 'voice' || type === 'audio')
    return (
      <>
        {blob ? (
          <AudioPlayer sound={{ id: tempId, source: blob, mimeType: blob.type }} label={AUDIO_LABELS[type]} />
        ) : (
          <div className="h-13" />
        )}
        {progress}
      </>
    )
  const isPicture = type === 'image'
  return (
    <div className={isPicture ? '' : 'flex items-center gap-3'}>
      <FilePreview blob={blob} isPicture={isPicture} size={isPicture ? frame : 'size-12'} />
      <div className="min-w-0">
        <p className={isPicture ? 'sr-only' : 'wrap-anywhere font-semibold text-ui'}>{stripBidiControls(file.name)}</p>
        {!isPicture && <p className="text-ink-3 text-meta">{formatFileSize(file.size)}</p>}
        {progress}
      </div>
    </div>
  )
}
