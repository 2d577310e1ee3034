import { useConnection } from '../../../shared/realtime/connection.ts'
import { Spinner } from '../../../shared/ui/spinner.tsx'

/** Says, without alarm, that what is on screen may be a little behind. */
export function ConnectionLine() {
  const isInterrupted = useConnection(({ state, wasConnected, gaveUp }) => (wasConnected || gaveUp) && state !== 'connected')
  const gaveUp = useConnection((connection) => connection.gaveUp)
  return (
    <div role="status">
      {isInterrupted && (
        <p className="flex items-center gap-2 border-line border-t px-3.5 py-1.5 text-ipe text-meta">
          {!gaveUp && <Spinner className="size-3" />}
          {gaveUp ? 'Sem tempo real. A lista se atualiza a cada 30 segundos.' : 'Reconectando…'}
        </p>
      )}
    </div>
  )
}
