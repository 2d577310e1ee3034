import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { Link } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { PATHS } from '../../../shared/config/paths.ts'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button, getButtonClass } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Menu, MenuItem } from '../../../shared/ui/menus/menu.tsx'
import { useCheckNumber } from '../mutations.ts'
import { OwnAppWebhookSettings } from '../own-app-webhook-settings.tsx'
import { EditNumberDialog, UnlinkNumberDialog } from './number-dialogs.tsx'
import { NumberNotices } from './number-notices.tsx'
import { NumberProblems } from './number-problems.tsx'
import { NumberReconciliation } from './number-reconciliation.tsx'
import { getNumberState, listNumberFacts } from './number-state.ts'
import { RegisterDialog } from './register-dialog.tsx'

type NumberDialogKind = 'edit' | 'register' | 'unlink' | 'notices'

interface NumberRowProps {
  number: WhatsappNumber
  agents: readonly Agent[]
  /** Reconnects the WhatsApp number by Meta's sign-up page. Undefined if the number has to be reconnected by its access token. */
  onReconnect?: (() => void) | undefined
}

/** Row of a WhatsApp number, with its state, its agent and its actions. */
export function NumberRow({ number, agents, onReconnect }: NumberRowProps) {
  const [openDialog, setOpenDialog] = useState<NumberDialogKind | null>(null)
  const hasTemplates = useSession(({ user }) => user?.capabilities?.includes('templates') ?? false)
  const hasNotices = useSession(({ user }) => user?.capabilities?.includes('numbers') ?? false)
  const check = useCheckNumber()
  const { id, agent_id, display_number, verified_name, checked_at } = number
  const state = getNumberState(number)
  const agent = agents.find(({ _id }) => _id === agent_id)
  const details = [
    agent ? `Atendido por ${agent.name}${agent.active ? '' : ' (inativo)'}` : 'Agente desconhecido',
    ...listNumberFacts(number),
    checked_at && `conferido em ${formatFullDate(checked_at)}`,
  ]
  const handleAction = (action: string) => {
    if (action === 'check') check.mutate(id)
    else if (action === 'reconnect' && onReconnect) onReconnect()
    else setOpenDialog(action === 'register' ? 'register' : 'edit')
  }
  const getDialogProps = (name: NumberDialogKind) => ({
    number,
    open: openDialog === name,
    onOpenChange: (open: boolean) => setOpenDialog(open ? name : null),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 border-line border-t py-3.5 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold text-ui tabular">
          {display_number}
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        {verified_name && <p className="wrap-anywhere text-ink-2 text-ui">{verified_name}</p>}
        <p className="wrap-anywhere text-ink-3 text-meta tabular">{details.filter(Boolean).join(' · ')}</p>
        <NumberReconciliation number={number} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => check.mutate(id)} busy={check.isPending} aria-label={`Verificar ${display_number}`}>
          {check.isPending ? 'Verificando...' : 'Verificar'}
        </Button>
        <Button onClick={() => setOpenDialog('edit')} aria-label={`Editar ${display_number}`}>
          Editar
        </Button>
        {hasTemplates && (
          <Link
            to={PATHS.organisation}
            params={{ page: 'numeros', id, tab: 'modelos' }}
            aria-label={`Modelos de ${display_number}`}
            className={getButtonClass()}
          >
            Modelos
          </Link>
        )}
        <Menu
          align="end"
          trigger={
            <IconButton label={`Mais ações de ${display_number}`}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          {hasNotices && <MenuItem onClick={() => setOpenDialog('notices')}>O que a Meta disse</MenuItem>}
          <MenuItem onClick={() => setOpenDialog('unlink')}>Desligar</MenuItem>
        </Menu>
      </div>
      <div className="w-full empty:hidden">
        <NumberProblems number={number} onAction={handleAction} busyAction={check.isPending ? 'check' : null} />
        {!number.webhook?.handshake_at && <OwnAppWebhookSettings webhook={number.webhook} />}
      </div>
      <RegisterDialog {...getDialogProps('register')} />
      <EditNumberDialog {...getDialogProps('edit')} agents={agents} />
      <UnlinkNumberDialog {...getDialogProps('unlink')} />
      <NumberNotices {...getDialogProps('notices')} />
    </li>
  )
}
