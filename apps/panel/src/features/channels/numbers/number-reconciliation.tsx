import type { MessageCountComparison, NumberHistoryImport, WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { useState } from 'react'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'

const countFormat = new Intl.NumberFormat('pt-BR')

const formatPeople = (peopleCount: number): string =>
  `${countFormat.format(peopleCount)} ${peopleCount === 1 ? 'pessoa' : 'pessoas'}`

/** Describes how far the import of the phone's chat history has progressed. Returns null if no import was requested. */
export function formatHistoryImport({ state, progress, people: peopleCount, reason }: NumberHistoryImport): string | null {
  switch (state) {
    case 'none':
      return null
    case 'running':
      return `Trazendo conversas: ${progress} % · ${formatPeople(peopleCount)}`
    case 'done':
      return `Conversas do celular trazidas: ${formatPeople(peopleCount)}`
    case 'refused':
    case 'failed':
      return reason ?? 'As conversas do celular não vieram.'
  }
}

/** Describes how many of the messages counted by Meta are stored on this server. */
export const formatMessageComparison = ({ ours, meta }: MessageCountComparison): string =>
  ours === null || meta === null
    ? 'A Meta não oferece esta conferência.'
    : `${countFormat.format(ours)} de ${countFormat.format(meta)} mensagens conferidas com a Meta`

/** Shows the import of a WhatsApp number's chat history, and messages that Meta counts but the server has not stored. */
export function NumberReconciliation({ number: { display_number, sync, compared } }: { number: WhatsappNumber }) {
  const hasReconciliation = useSession(({ user }) => user?.capabilities?.includes('evidence') ?? false)
  const [isOpen, setOpen] = useState(false)
  if (!hasReconciliation) return null
  const importText = sync && formatHistoryImport(sync)
  const missing = compared?.missing ?? []
  return (
    <>
      {importText && (
        <p
          className={sync.state === 'failed' ? 'wrap-anywhere text-ipe text-meta' : 'wrap-anywhere text-ink-3 text-meta tabular'}
        >
          {importText}
        </p>
      )}
      {sync?.state === 'running' && (
        <progress
          max={100}
          value={sync.progress}
          aria-label={`Conversas de ${display_number}`}
          className="mt-1 h-1.5 w-48 max-w-full"
        />
      )}
      {compared && (
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-meta tabular">
          {formatMessageComparison(compared)}
          {missing.length > 0 && (
            <Button variant="ghost" className="!px-1.5 !text-meta" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Ocultar as que faltam' : 'Ver as que faltam'}
            </Button>
          )}
        </p>
      )}
      {isOpen && (
        <ul
          aria-label="Mensagens que faltam aqui"
          className="mt-1 flex max-h-60 flex-col gap-0.5 overflow-y-auto text-ink-2 text-meta tabular"
        >
          {missing.map(({ id, at }) => (
            <li key={id} className="wrap-anywhere">
              {at ? formatFullDate(at) : 'Sem hora'} · <span className="text-ink-3">{id}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
