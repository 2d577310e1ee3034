import type { NumberComparison, NumberSync, WhatsappNumber } from '@prosa/contract/entities/channel'
import { useState } from 'react'
import { fullDate } from '../../shared/lib/dates.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'

const count = new Intl.NumberFormat('pt-BR')

const people = (n: number): string => `${count.format(n)} ${n === 1 ? 'pessoa' : 'pessoas'}`

/** Describes the progress of importing the phone's history; null if no import was requested. */
export function syncText({ state, progress, people: n, reason }: NumberSync): string | null {
  switch (state) {
    case 'none':
      return null
    case 'running':
      return `Trazendo conversas: ${progress} % · ${people(n)}`
    case 'done':
      return `Conversas do celular trazidas: ${people(n)}`
    case 'refused':
    case 'failed':
      return reason ?? 'As conversas do celular não vieram.'
  }
}

/** Describes how many of the messages that Meta counts for a day are stored here. */
export const comparedText = ({ ours, meta }: NumberComparison): string =>
  ours === null || meta === null
    ? 'A Meta não oferece esta conferência.'
    : `${count.format(ours)} de ${count.format(meta)} mensagens conferidas com a Meta`

/** Import state of a number's history, and whether all of its messages are stored. */
export function NumberEvidence({ number: { display_number, sync, compared } }: { number: WhatsappNumber }) {
  const hasEvidence = useSession(({ user }) => user?.capabilities?.includes('evidence') ?? false)
  const [isOpen, setOpen] = useState(false)
  if (!hasEvidence) return null
  const said = sync && syncText(sync)
  const missing = compared?.missing ?? []
  return (
    <>
      {said && (
        <p
          className={sync.state === 'failed' ? 'wrap-anywhere text-ipe text-meta' : 'wrap-anywhere text-ink-3 text-meta tabular'}
        >
          {said}
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
          {comparedText(compared)}
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
              {at ? fullDate(at) : 'Sem hora'} · <span className="text-ink-3">{id}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
