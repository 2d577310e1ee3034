import { useConnection } from '../../../shared/realtime/connection.ts'
import { reconnectNow } from '../../../shared/realtime/socket.ts'
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'

/**
 * Warns that the data may be outdated because the real-time connection is lost, with a button to reconnect. The strip overlays its pane, so
 * that the layout does not shift.
 */
export function ConnectionStrip() {
  const isInterrupted = useConnection(
    ({ state, wasConnected, hasGivenUp }) => (wasConnected || hasGivenUp) && state !== 'connected',
  )
  const isTrying = useConnection(({ state }) => state === 'connecting')
  return (
    <div role="status" className="connection-strip pointer-events-none absolute inset-x-0 z-20 flex justify-center px-2">
      {isInterrupted && (
        <p className="pointer-events-auto flex flex-wrap items-center justify-center gap-x-2 rounded-card border border-line bg-surface px-3 py-0.5 text-ipe text-meta shadow-float">
          {isTrying && <Spinner className="size-3" />}
          {isTrying ? 'Reconectando…' : 'Sem tempo real. A lista se atualiza a cada 30 segundos.'}
          <button
            type="button"
            onClick={reconnectNow}
            className="min-h-6 coarse:min-h-11 rounded-[4px] px-1 font-semibold text-primary underline underline-offset-2"
          >
            Reconectar agora
          </button>
        </p>
      )}
    </div>
  )
}
