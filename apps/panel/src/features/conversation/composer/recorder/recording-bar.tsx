import type { Recorder } from '@prosa/voice/recorder'
import { formatDuration, INLINE_PLAYBACK_MAX_BYTES, MIN_RECORDING_MS } from '@prosa/voice/recording-duration'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Mic from 'lucide-react/icons/mic'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Square from 'lucide-react/icons/square'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { dismissNotificationAbout, notify } from '../../../../shared/notifications/notifications.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { useLayerHistoryEntry } from '../../../../shared/ui/layers/use-layer-history-entry.ts'
import { pauseAudio as pausePlayer, playAudio, useAudioPlayer } from '../../audio/audio-player-store.ts'
import type { HoldState } from './use-press-and-hold.ts'
import { hasReachedMaxDuration, RECORDING_SUBJECT } from './use-recording.ts'

const TICK_MS = 250
const SECOND_MS = 1_000
const PLAYBACK_FAILED = 'Não foi possível ouvir a gravação.'

interface RecordingBarProps {
  recorder: Recorder
  /** State of the record button while it is pressed; null if it is not pressed. */
  holdState: HoldState | null
  /** Whether to warn that the lead will see a download icon for a long recording. */
  isWhatsApp: boolean
  isBusy: boolean
  isDisabled: boolean
  onDiscard: () => void
  onSend: () => void
}

/** Makes the composer's own buttons and fields inert while the recording bar covers them. */
function useInertComposer(bar: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    const coveredControls = [...form.querySelectorAll<HTMLElement>('textarea, button, input')].filter(
      (control) => !control.closest('[data-recorder]'),
    )
    form.style.position = 'relative'
    for (const control of coveredControls) control.inert = true
    return () => {
      form.style.position = ''
      for (const control of coveredControls) control.inert = false
    }
  }, [bar])
}

function useElapsedMs({ getElapsedMs }: Recorder, isRunning: boolean): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return getElapsedMs()
}

/** Bar that replaces the composer's row while recording. It has the same size, so that the layout does not shift. */
export function RecordingBar({ recorder, holdState, isWhatsApp, isBusy, isDisabled, onDiscard, onSend }: RecordingBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const { phase, bytes } = useSyncExternalStore(recorder.subscribe, recorder.getState)
  const elapsedMs = useElapsedMs(recorder, phase === 'recording')
  useInertComposer(bar)
  // While recording, the browser's 'Back' pauses. When paused, 'Back' leaves the page, and the recording stays in its conversation.
  useLayerHistoryEntry(phase === 'recording', recorder.pause)
  useEffect(() => {
    if (!holdState) sendButton.current?.focus()
  }, [holdState])

  // The id contains the duration, because a continued recording is a different audio.
  const trackId = `recording ${Math.round(elapsedMs)}`
  const isPlaying = useAudioPlayer(
    ({ id, phase: playerPhase }) => id === trackId && (playerPhase === 'playing' || playerPhase === 'loading'),
  )
  const playbackMs = useAudioPlayer(({ position }) => position * SECOND_MS)
  const togglePlayback = async () => {
    if (isPlaying) return pausePlayer()
    recorder.pause()
    try {
      const { blob } = await recorder.getRecording()
      dismissNotificationAbout(RECORDING_SUBJECT)
      await playAudio({ id: `recording ${Math.round(recorder.getElapsedMs())}`, source: blob, mimeType: blob.type })
    } catch {
      notify.error({ message: PLAYBACK_FAILED, subject: RECORDING_SUBJECT })
    }
  }
  const resumeRecording = () => {
    pausePlayer()
    recorder.resume()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores key repeats of the key press that started the recording.
    if (event.repeat) event.preventDefault()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    recorder.pause()
  }

  const notes = [
    recorder.mediaType === 'audio' && 'Vai como arquivo de áudio.',
    recorder.mediaType === 'voice' &&
      isWhatsApp &&
      bytes > INLINE_PLAYBACK_MAX_BYTES &&
      'Áudio longo: o lead verá um ícone de baixar.',
    phase === 'ended' && hasReachedMaxDuration(recorder) && 'Chegou aos 15 minutos.',
    isDisabled && 'Esta conversa não aceita mensagens agora.',
  ].filter((note) => note !== false)

  const time = (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-full ${phase === 'recording' ? 'animate-pulse bg-roma' : 'bg-control'}`}
      />
      <span role="timer" aria-label="Tempo gravado" className="font-semibold text-ui tabular-nums">
        {isPlaying ? `${formatDuration(playbackMs)} / ` : ''}
        {formatDuration(elapsedMs)}
      </span>
    </span>
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own, and is no part of a message.
    <div
      ref={bar}
      role="group"
      aria-label="Gravação"
      data-recorder
      onKeyDown={onKeyDown}
      className="absolute inset-0 z-10 flex items-end bg-bg px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-5"
    >
      {notes.length > 0 && (
        <p
          role="status"
          className="absolute inset-x-0 bottom-full border-line border-t bg-bg px-3 py-1 text-ink-2 text-meta sm:px-5"
        >
          {notes.join(' ')}
        </p>
      )}
      <div className="flex h-10 coarse:h-11 w-full min-w-0 items-center gap-2">
        {holdState ? (
          <>
            {time}
            <span
              className={`flex min-w-0 items-center gap-1 text-ui ${holdState === 'leaving' ? 'font-semibold text-roma' : 'text-ink-2'}`}
            >
              {holdState === 'leaving' ? (
                <Trash2 aria-hidden="true" className="size-4 shrink-0" />
              ) : (
                <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
              )}
              <span className="truncate">{holdState === 'leaving' ? 'Solte para descartar' : 'Deslize para descartar'}</span>
            </span>
          </>
        ) : (
          <>
            <BarButton label="Descartar" onClick={onDiscard} disabled={isBusy}>
              <Trash2 aria-hidden="true" />
            </BarButton>
            <span className="flex min-w-0 flex-1 justify-center">{time}</span>
            <BarButton
              label={isPlaying ? 'Parar de ouvir' : 'Ouvir'}
              onClick={() => void togglePlayback()}
              disabled={isBusy || elapsedMs < MIN_RECORDING_MS}
            >
              {isPlaying ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
            </BarButton>
            {phase === 'recording' && (
              <BarButton label="Pausar" onClick={recorder.pause}>
                <Pause aria-hidden="true" />
              </BarButton>
            )}
            {phase === 'paused' && (
              <BarButton label="Continuar" onClick={resumeRecording} disabled={isBusy}>
                <Mic aria-hidden="true" className="text-roma" />
              </BarButton>
            )}
            <Button
              ref={sendButton}
              variant="primary"
              busy={isBusy}
              disabled={isDisabled}
              onClick={onSend}
              className="h-10 coarse:h-11 coarse:min-w-11 max-sm:px-3"
            >
              <SendHorizontal aria-hidden="true" className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">Enviar</span>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const BarButton = (props: { label: string; onClick: () => void; disabled?: boolean; children: ReactNode }) => (
  <IconButton {...props} className="!size-10 coarse:!size-11" />
)
