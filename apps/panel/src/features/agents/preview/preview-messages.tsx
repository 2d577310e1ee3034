import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'
import { listPreviewActions, type PreviewExchange } from './agent-preview.ts'

const BUBBLE_CLASS = 'wrap-anywhere max-w-[85%] whitespace-pre-wrap rounded-card px-3.5 py-2 text-message'

/** Shows the lead's message, the agent's replies, and what else the agent would do. */
export function PreviewMessages({
  exchange: { message, response },
  agentName,
}: {
  exchange: PreviewExchange
  agentName: string
}) {
  return (
    <>
      <p className={`${BUBBLE_CLASS} self-start rounded-bl-speaker border border-line bg-surface`}>
        <span className="sr-only">Você, como lead: </span>
        {message}
      </p>
      {!response && (
        <p className="flex items-center gap-2 self-end text-ink-3 text-meta">
          <Spinner className="size-4" />
          {`${agentName} está respondendo…`}
        </p>
      )}
      {response?.replies.map((reply, index) => (
        <p key={index} className={`${BUBBLE_CLASS} self-end rounded-br-speaker bg-bubble-ai`}>
          <span className="sr-only">{`${agentName}: `}</span>
          {reply}
        </p>
      ))}
      {response?.replies.length === 0 && <p className="self-end text-ink-3 text-meta">{`${agentName} não responderia nada.`}</p>}
      {response && (
        <details className="w-[85%] self-end text-meta">
          <summary className="coarse:min-h-11 cursor-pointer text-right text-ink-3">O que o agente faria</summary>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-control border border-line bg-surface px-3 py-2">
            {listPreviewActions(response).map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink-3">{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
