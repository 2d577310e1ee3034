import { getMessageGrounding } from '@prosa/contract/calls/agents/knowledge'
import type { MessageOrigin, WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../shared/api/api-client.ts'
import { isNotImplemented } from '../../../../shared/api/is-not-implemented.ts'
import { PATHS } from '../../../../shared/config/paths.ts'
import { getButtonClass } from '../../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../../shared/ui/dialogs/dialog.tsx'
import { Badge } from '../../../../shared/ui/display/badge.tsx'
import { PassageCard } from '../../../../shared/ui/display/passage-card.tsx'
import { LoadError } from '../../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'

const messageSourcesQuery = (messageId: string) =>
  queryOptions({
    meta: { showsOwnError: true },
    queryKey: ['knowledge', 'basis', messageId],
    queryFn: async ({ signal }) => (await call(getMessageGrounding, { params: { messageId }, signal })).data,
    // The response is not cached, because the knowledge sources may have changed.
    staleTime: 0,
  })

const WITHHELD_LABELS: Readonly<Record<WithheldReason, string>> = {
  sum: 'valor sem fonte retirado',
  discount: 'desconto sem fonte retirado',
  term: 'data ou prazo sem fonte retirado',
  data: 'contato ou documento sem fonte retirado',
  promise: 'promessa retirada',
  link: 'link ou endereço sem fonte retirado',
  secret: 'regras internas retiradas',
  self: 'frase em que dizia ser uma pessoa, retirada',
  never: 'frase da lista “Nunca dizer”, retirada',
  unknown: 'confirmação sem fonte retirada',
}

/** Details about how a reply was generated: audio transcripts that the agent used, content that was withheld, and the agent's version. */
function GenerationDetails({ version, heard = [], held_back = [] }: MessageOrigin) {
  if (version == null && heard.length + held_back.length === 0) return null
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-meta [&>dt]:text-ink-3">
      {heard.length > 0 && (
        <>
          <dt>Ouviu</dt>
          {heard.map(({ message_id, text }) => (
            <dd key={message_id} className="wrap-anywhere col-start-2">
              “{text}”
            </dd>
          ))}
        </>
      )}
      {held_back.length > 0 && (
        <>
          <dt>Proteção</dt>
          <dd>{held_back.map((reason) => WITHHELD_LABELS[reason]).join(', ')}</dd>
        </>
      )}
      {version != null && (
        <>
          <dt>Versão</dt>
          <dd className="tabular">{version}</dd>
        </>
      )}
    </dl>
  )
}

function SourceList({ messageId }: { messageId: string }) {
  const query = useQuery(messageSourcesQuery(messageId))
  if (query.error && !isNotImplemented(query.error))
    return <LoadError query={query} message="Não foi possível buscar de onde veio." />
  if (!query.data && !query.error) return <Skeleton className="h-28" />
  const passages = query.data?.passages ?? []
  return (
    <>
      {passages.length === 0 ? (
        <p className="text-ink-2 text-ui">Esta resposta não veio do conhecimento.</p>
      ) : (
        <ul aria-label="Trechos" className="flex flex-col gap-2.5">
          {passages.map(({ is_changed, ...passage }) => (
            <li key={passage._id}>
              <PassageCard
                passage={passage}
                showsSource
                aside={is_changed && <Badge tone="waiting">Fonte alterada desde então</Badge>}
              />
            </li>
          ))}
        </ul>
      )}
      {query.data && <GenerationDetails {...query.data} />}
    </>
  )
}

interface MessageSourcesDialogProps {
  message: Message
  agentId: string | null | undefined
  onClose: () => void
}

/**
 * Dialog that shows how an agent's message was generated, with the knowledge passages that support it as they were at that time (KNOW-13).
 */
export default function MessageSourcesDialog({ message, agentId, onClose }: MessageSourcesDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="De onde veio">
      <SourceList messageId={message.message_id} />
      {agentId && (
        <Link to={PATHS.agentSettings} params={{ agentId, tab: 'conhecimento' }} className={getButtonClass('outline', 'mt-4')}>
          Abrir o conhecimento
        </Link>
      )}
    </Dialog>
  )
}
