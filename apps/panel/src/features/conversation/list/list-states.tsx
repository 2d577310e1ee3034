import { CONVERSATION_SKELETONS } from '@prosa/contract/constants'
import type { ConversationFilter } from '../../../shared/preferences.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'

/** The shape of the rows to come. */
export function SkeletonRows() {
  return (
    <ul aria-busy="true" aria-label="Carregando conversas">
      {Array.from({ length: CONVERSATION_SKELETONS }, (_, at) => (
        <li key={at} data-skeleton className="flex h-(--row-height) items-center gap-3 border-line border-b pr-3 pl-3.5">
          <Skeleton className="size-9 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-2.5 w-4/5" />
          </span>
        </li>
      ))}
    </ul>
  )
}

interface EmptyListProps {
  filter: ConversationFilter | null
  search: string
  isBusy: boolean
  onRefresh: () => void
}

export function EmptyList({ filter, search, isBusy, onRefresh }: EmptyListProps) {
  return (
    <EmptyState
      title="Nenhuma conversa encontrada"
      action={
        filter === null && (
          <Button busy={isBusy} onClick={onRefresh}>
            Atualizar
          </Button>
        )
      }
    >
      {filter === 'phone' && search.trim() !== ''
        ? `Nenhum telefone com “${search.trim()}”.`
        : 'As conversas aparecerão aqui quando você receber mensagens.'}
    </EmptyState>
  )
}

export function FailedList({ message, isBusy, onRetry }: { message: string; isBusy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      title="As conversas não carregaram"
      action={
        <Button busy={isBusy} onClick={onRetry}>
          Tentar novamente
        </Button>
      }
    >
      {message}
    </EmptyState>
  )
}
