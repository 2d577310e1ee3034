import { sizeText } from '@prosa/contract/rules/file-size'
import { useEffect, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { FilePreview } from '../../../shared/ui/file-preview.tsx'
import type { Unsent } from '../cache/outbox.ts'
import { shown } from '../cache/shown-text.ts'
import { blobOf } from './keep-unsent.ts'
import { SoundPlayer } from './player/sound-player.tsx'
import { useUploads } from './running.ts'

const WHOLE = 100
const SOUNDS = { voice: 'Mensagem de voz', audio: 'Áudio' }

export interface UnsentFileProps {
  entry: Unsent
  /** Classes of an image's frame, which has the same size before and after it has arrived. */
  frame: string
}

/** File of a message that is being sent, with its progress and a cancel button. */
export function UnsentFile({ entry: { tempId, file, type }, frame }: UnsentFileProps) {
  const [blob, setBlob] = useState<Blob | null>(null)
  const running = useUploads((state) => state[tempId])
  useEffect(() => {
    let isOver = false
    void blobOf(tempId).then((found) => {
      if (!isOver) setBlob(found)
    })
    return () => {
      isOver = true
    }
  }, [tempId])
  if (!file) return null
  const percent = Math.floor((running?.share ?? 0) * WHOLE)
  const doing = running?.isPrepared ? 'Preparando vídeo' : 'Enviando'
  const progress = running && (
    <div className="flex flex-wrap items-center gap-x-2">
      {/* The thread is a live log, which would announce each change of a textual progress. */}
      <p
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={WHOLE}
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
          <SoundPlayer sound={{ id: tempId, source: blob, mimeType: blob.type }} label={SOUNDS[type]} />
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
        <p className={isPicture ? 'sr-only' : 'wrap-anywhere font-semibold text-ui'}>{shown(file.name)}</p>
        {!isPicture && <p className="text-ink-3 text-meta">{sizeText(file.size)}</p>}
        {progress}
      </div>
    </div>
  )
}
