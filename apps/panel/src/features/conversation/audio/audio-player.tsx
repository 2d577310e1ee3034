import { formatDuration, formatSpokenDuration } from '@prosa/voice/recording-duration'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect } from 'react'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import {
  type AudioTrack,
  cyclePlaybackRate,
  pauseAudio,
  playAudio,
  registerVisibleAudio,
  seekAudio,
  useAudioPlayer,
} from './audio-player-store.ts'

const SECOND_MS = 1_000
const SEEK_STEP_S = 0.1

export interface AudioPlayerProps {
  track: AudioTrack
  /** Accessible name of the player. */
  label: string
  /** Duration in milliseconds, if known before the audio is loaded. */
  durationMs?: number | null | undefined
}

/** Audio player in a message bubble: play, pause, seek and speed. The audio keeps playing when the bubble is not visible. */
export function AudioPlayer({ track, label, durationMs }: AudioPlayerProps) {
  const id = useAudioPlayer(({ replacementIds }) => replacementIds[track.id] ?? track.id)
  const phase = useAudioPlayer((player) => (player.id === id ? player.phase : 'paused'))
  const position = useAudioPlayer((player) => (player.id === id ? player.position : (player.savedPositions[id] ?? 0)))
  const loadedDuration = useAudioPlayer((player) => (player.id === id ? player.duration : null))
  const rate = useAudioPlayer((player) => player.rate)
  useEffect(() => registerVisibleAudio(id), [id])
  const seconds = durationMs ? durationMs / SECOND_MS : loadedDuration
  const isPlaying = phase === 'playing' || phase === 'loading'
  const toSpokenDuration = (value: number) => formatSpokenDuration(value * SECOND_MS)
  const rateLabel = `${rate.toLocaleString('pt-BR')}×`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and this is none.
    <div role="group" aria-label={label} className="flex h-13 w-72 max-w-full items-center gap-1.5">
      <IconButton
        label={isPlaying ? 'Pausar' : 'Ouvir'}
        onClick={() => (isPlaying ? pauseAudio() : void playAudio({ ...track, id }))}
        className="text-primary"
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </IconButton>
      <div className="min-w-0 flex-1">
        <input
          type="range"
          aria-label="Posição"
          aria-valuetext={
            seconds === null ? toSpokenDuration(position) : `${toSpokenDuration(position)} de ${toSpokenDuration(seconds)}`
          }
          min={0}
          max={seconds ?? 1}
          step={SEEK_STEP_S}
          value={seconds === null ? 0 : Math.min(position, seconds)}
          disabled={seconds === null}
          onChange={({ target }) => seekAudio(id, Number(target.value))}
          className="block h-6 w-full min-w-0 cursor-pointer accent-primary disabled:cursor-default"
        />
        <p role={phase === 'failed' ? 'alert' : undefined} className="flex justify-between text-ink-3 text-meta tabular-nums">
          {phase === 'failed' ? (
            <>
              <span className="text-roma">Não foi possível tocar.</span>
              {typeof track.source === 'string' && (
                <a href={track.source} download className="reach underline">
                  Baixar
                </a>
              )}
            </>
          ) : (
            <>
              {/* Screen readers read position and duration from the slider. Text in a live log would be announced every second. */}
              <span aria-hidden="true">{formatDuration(position * SECOND_MS)}</span>
              {seconds !== null && <span aria-hidden="true">{formatDuration(seconds * SECOND_MS)}</span>}
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        aria-label={`Velocidade ${rateLabel}`}
        onClick={cyclePlaybackRate}
        className="reach h-6 w-10 shrink-0 rounded-full bg-hover text-ink-2 text-meta tabular-nums hover:bg-press hover:text-ink"
      >
        {rateLabel}
      </button>
    </div>
  )
}
