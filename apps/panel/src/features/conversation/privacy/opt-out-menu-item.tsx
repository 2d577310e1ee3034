import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { MenuItem } from '../../../shared/ui/menus/menu.tsx'
import { useLeadOptOut } from './use-lead-opt-out.ts'

/** Menu item that records or revokes a lead's opt-out of unsolicited messages. Hidden if the server does not support opt-outs. */
export function OptOutMenuItem({ leadId, onSelect }: { leadId: string; onSelect: () => void }) {
  const optOut = useLeadOptOut(leadId)
  if (optOut === undefined) return null
  const Icon = optOut ? BellRing : BellOff
  return (
    <MenuItem onClick={onSelect}>
      <Icon aria-hidden="true" />
      {optOut ? 'Permitir mensagens' : 'Não enviar mensagens'}
    </MenuItem>
  )
}
