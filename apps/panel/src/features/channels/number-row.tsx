import type { Agent } from '@prosa/contract/entities/agent'
import type { WhatsappNumber } from '@prosa/contract/entities/channel'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { fullDate } from '../../shared/lib/dates.ts'
import { useSession } from '../../shared/session/session.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../shared/ui/menu.tsx'
import { useCheckNumber } from './mutations.ts'
import { EditNumberDialog, UnlinkNumberDialog } from './number-dialogs.tsx'
import { NumberNotices } from './number-notices.tsx'

type Layer = 'edit' | 'unlink' | 'notices'

/** One number: whether it works, who answers on it, and what can be done about it. */
export function NumberRow({ number, agents }: { number: WhatsappNumber; agents: readonly Agent[] }) {
  const [layer, setLayer] = useState<Layer | null>(null)
  const hasNotices = useSession(({ user }) => user?.capabilities?.includes('numbers') ?? false)
  const check = useCheckNumber()
  const { id, agent_id, display_number, verified_name, status, status_reason, checked_at } = number
  const agent = agents.find(({ _id }) => _id === agent_id)
  const facts = [
    agent ? `Atendido por ${agent.name}${agent.active ? '' : ' (inativo)'}` : 'Agente desconhecido',
    checked_at && `conferido em ${fullDate(checked_at)}`,
  ]
  const layerProps = (name: Layer) => ({
    number,
    open: layer === name,
    onOpenChange: (open: boolean) => setLayer(open ? name : null),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 border-line border-t py-3.5 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-ui tabular">
          {display_number}
          <Badge tone={status === 'ok' ? 'success' : 'error'}>{status === 'ok' ? 'Funcionando' : 'Com problema'}</Badge>
        </p>
        {verified_name && <p className="wrap-anywhere text-ink-2 text-ui">{verified_name}</p>}
        <p className="wrap-anywhere text-ink-3 text-meta tabular">{facts.filter(Boolean).join(' · ')}</p>
        {status === 'broken' && (
          <p className="mt-1.5 text-roma text-ui">{status_reason ?? 'A Meta recusa o acesso a este número.'}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => check.mutate(id)} busy={check.isPending} aria-label={`Verificar ${display_number}`}>
          {check.isPending ? 'Verificando...' : 'Verificar'}
        </Button>
        <Button onClick={() => setLayer('edit')} aria-label={`Editar ${display_number}`}>
          Editar
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={`Mais ações de ${display_number}`}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          {hasNotices && <MenuItem onClick={() => setLayer('notices')}>O que a Meta disse</MenuItem>}
          <MenuItem onClick={() => setLayer('unlink')}>Desligar</MenuItem>
        </Menu>
      </div>
      <EditNumberDialog {...layerProps('edit')} agents={agents} />
      <UnlinkNumberDialog {...layerProps('unlink')} />
      <NumberNotices {...layerProps('notices')} />
    </li>
  )
}
