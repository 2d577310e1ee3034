import { getServerMessage } from '../../../shared/api/errors.ts'
import type { ConversationFilter } from '../../../shared/preferences/preferences.ts'
import { getKeyNames, SHORTCUTS } from '../../../shared/shortcuts/shortcuts.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { openOverlay } from '../../../shared/ui/layers/overlay.ts'

interface EmptyOrFailedListProps {
  /** Error of a list that failed to load; null if the list is empty. */
  error: Error | null
  filter: ConversationFilter | null
  search: string
  isBusy: boolean
  onRefresh: () => void
}

/** Message in place of a list that is empty or failed to load. */
export default function EmptyOrFailedList({ error, filter, search, isBusy, onRefresh }: EmptyOrFailedListProps) {
  const renderRetryButton = (label: string) => (
    <Button busy={isBusy} onClick={onRefresh}>
      {label}
    </Button>
  )
  if (error) {
    return (
      <EmptyState title="As conversas não carregaram" action={renderRetryButton('Tentar novamente')}>
        {getServerMessage(error, 'Failed to load conversations')}
      </EmptyState>
    )
  }
  const text = search.trim()
  // The phone filter does not search names, so for a text with letters a button opens the search in the palette.
  const searchEverywhereButton = filter === 'phone' && /\p{L}/u.test(text) && (
    <Button className="wrap-anywhere !shrink" onClick={() => openOverlay('palette', text)}>
      {`Procurar “${text}” em tudo (${getKeyNames(SHORTCUTS.palette).join(' ')})`}
    </Button>
  )
  return (
    <EmptyState
      title="Nenhuma conversa encontrada"
      action={filter === null ? renderRetryButton('Atualizar') : searchEverywhereButton}
    >
      {filter === 'phone' && text !== ''
        ? `Nenhum telefone com “${text}”.`
        : 'As conversas aparecerão aqui quando você receber mensagens.'}
    </EmptyState>
  )
}
