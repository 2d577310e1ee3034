import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { MenuItem } from '../../../shared/ui/menu.tsx'
import { useOptOut } from './use-opt-out.ts'

/** Whether a lead may be written to unasked. Not there where the provider does not say. */
export function OptOutItem({ leadId, onAsk }: { leadId: string; onAsk: () => void }) {
  const optOut = useOptOut(leadId)
  if (optOut === undefined) return null
  const Icon = optOut ? BellRing : BellOff
  return (
    <MenuItem onClick={onAsk}>
      <Icon aria-hidden="true" />
      {optOut ? 'Permitir mensagens' : 'Não enviar mensagens'}
    </MenuItem>
  )
}
