import { formatDuration } from '@prosa/voice/recording-duration'
import Pause from 'lucide-react/icons/pause'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { pauseAudio, useAudioPlayer } from './audio-player-store.ts'

const SECOND_MS = 1_000

/** Strip with a pause button, shown while the bubble of the playing audio is not visible. */
export function NowPlaying() {
  const isOutOfSight = useAudioPlayer(
    ({ id, phase, visibleIds }) => phase === 'playing' && id !== null && !visibleIds.includes(id),
  )
  return isOutOfSight ? <NowPlayingStrip /> : null
}

function NowPlayingStrip() {
  const position = useAudioPlayer((player) => player.position)
  return (
    <span className="relative block h-0">
      <Button
        onClick={pauseAudio}
        className="absolute right-0 bottom-4 !rounded-full whitespace-nowrap shadow-float"
        aria-label="Pausar o áudio que está tocando"
      >
        <Pause aria-hidden="true" className="size-4 text-primary" />
        <span className="tabular-nums">Tocando {formatDuration(position * SECOND_MS)}</span>
      </Button>
    </span>
  )
}
