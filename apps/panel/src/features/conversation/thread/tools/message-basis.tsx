import { messageBasis } from '@prosa/contract/calls/knowledge'
import type { Message } from '@prosa/contract/entities/message'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../shared/api/client.ts'
import { isMissing } from '../../../../shared/api/missing.ts'
import { PATHS } from '../../../../shared/config/paths.ts'
import { Badge } from '../../../../shared/ui/badge.tsx'
import { buttonClass } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { LoadFailed } from '../../../../shared/ui/load-failed.tsx'
import { PassageCard } from '../../../../shared/ui/passage-card.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton.tsx'

const basisOf = (messageId: string) =>
  queryOptions({
    meta: { showsOwnError: true },
    queryKey: ['knowledge', 'basis', messageId],
    queryFn: async ({ signal }) => (await call(messageBasis, { params: { messageId }, signal })).data.passages,
    // Sources change: whoever asks again wants to know whether they have.
    staleTime: 0,
  })

function Basis({ messageId }: { messageId: string }) {
  const query = useQuery(basisOf(messageId))
  if (query.error && !isMissing(query.error)) return <LoadFailed query={query} words="Não foi possível buscar de onde veio." />
  if (!query.data && !query.error) return <Skeleton className="h-28" />
  if (!query.data?.length) return <p className="text-ink-2 text-ui">Esta resposta não veio do conhecimento.</p>
  return (
    <ul aria-label="Trechos" className="flex flex-col gap-2.5">
      {query.data.map(({ is_changed, ...passage }) => (
        <li key={passage._id}>
          <PassageCard
            passage={passage}
            withSource
            aside={is_changed && <Badge tone="waiting">Fonte alterada desde então</Badge>}
          />
        </li>
      ))}
    </ul>
  )
}

interface MessageBasisProps {
  message: Message
  agentId: string | null | undefined
  onClose: () => void
}

/** The passages that an agent's message was taken from, as they stood when it was said (KNOW-13). */
export default function MessageBasis({ message, agentId, onClose }: MessageBasisProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="De onde veio">
      <Basis messageId={message.message_id} />
      {agentId && (
        <Link to={PATHS.agentSettings} params={{ agentId, tab: 'conhecimento' }} className={buttonClass('outline', 'mt-4')}>
          Abrir o conhecimento
        </Link>
      )}
    </Dialog>
  )
}
