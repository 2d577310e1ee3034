import { lengthText } from '@prosa/voice/lengths'
import Pause from 'lucide-react/icons/pause'
import { Button } from '../../../../shared/ui/button.tsx'
import { pause, usePlayer } from './player.ts'

const SECOND_MS = 1_000

/** Strip with a pause button for audio whose bubble is not visible. */
export function NowPlaying() {
  const isOutOfSight = usePlayer(({ id, phase, inSight }) => phase === 'playing' && id !== null && !inSight.includes(id))
  return isOutOfSight ? <Strip /> : null
}

function Strip() {
  const position = usePlayer((player) => player.position)
  return (
    <span className="relative block h-0">
      <Button
        onClick={pause}
        className="absolute right-0 bottom-4 !rounded-full whitespace-nowrap shadow-float"
        aria-label="Pausar o áudio que está tocando"
      >
        <Pause aria-hidden="true" className="size-4 text-primary" />
        <span className="tabular-nums">Tocando {lengthText(position * SECOND_MS)}</span>
      </Button>
    </span>
  )
}
