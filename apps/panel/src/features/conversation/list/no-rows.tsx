import { serverMessageOr } from '../../../shared/api/errors.ts'
import { openOverlay } from '../../../shared/overlay.ts'
import type { ConversationFilter } from '../../../shared/preferences.ts'
import { keyNames, SHORTCUTS } from '../../../shared/shortcuts.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'

interface NoRowsProps {
  /** Why the list did not come; null: it came, and there is nothing in it. */
  error: Error | null
  filter: ConversationFilter | null
  search: string
  isBusy: boolean
  onRefresh: () => void
}

/** In the place of rows that are not there. */
export default function NoRows({ error, filter, search, isBusy, onRefresh }: NoRowsProps) {
  const again = (label: string) => (
    <Button busy={isBusy} onClick={onRefresh}>
      {label}
    </Button>
  )
  if (error) {
    return (
      <EmptyState title="As conversas não carregaram" action={again('Tentar novamente')}>
        {serverMessageOr(error, 'Failed to load conversations')}
      </EmptyState>
    )
  }
  const text = search.trim()
  // A name is no phone: what is meant is found where names are looked for too.
  const everywhere = filter === 'phone' && /\p{L}/u.test(text) && (
    <Button className="wrap-anywhere !shrink" onClick={() => openOverlay('palette', text)}>
      {`Procurar “${text}” em tudo (${keyNames(SHORTCUTS.palette).join(' ')})`}
    </Button>
  )
  return (
    <EmptyState title="Nenhuma conversa encontrada" action={filter === null ? again('Atualizar') : everywhere}>
      {filter === 'phone' && text !== ''
        ? `Nenhum telefone com “${text}”.`
        : 'As conversas aparecerão aqui quando você receber mensagens.'}
    </EmptyState>
  )
}
