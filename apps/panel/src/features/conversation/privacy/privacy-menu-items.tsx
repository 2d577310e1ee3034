import { exportLead, getRetention } from '@prosa/contract/calls/organisation/privacy'
import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { isNotImplemented } from '../../../shared/api/is-not-implemented.ts'
import { downloadContent } from '../../../shared/browser/download-file.ts'
import { notifyError } from '../../../shared/notifications/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { MenuItem, MenuSeparator } from '../../../shared/ui/menus/menu.tsx'
import { createOwnErrorOptions } from '../actions/mutations.ts'

const ALLOWED_ROLES = ['staff', 'admin']

/** Returns whether the server supports export and erasure of a lead's data. Checked by one request when a menu is first opened. */
const useIsPrivacySupported = (isAllowed: boolean): boolean => {
  const { isSuccess, error } = useQuery({
    queryKey: ['privacy', 'retention'],
    queryFn: ({ signal }) => call(getRetention, { signal }),
    enabled: isAllowed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, reason) => !isNotImplemented(reason) && failures < 2,
    meta: { showsOwnError: true },
  })
  return isSuccess || (error !== null && !isNotImplemented(error))
}

function useExportLead(leadId: string) {
  const subject = ['export', leadId]
  return useMutation({
    ...createOwnErrorOptions(subject),
    mutationFn: async () => (await call(exportLead, { params: { id: leadId } })).data,
    onSuccess: (data) => downloadContent(`prosa-lead-${leadId}.json`, JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível exportar os dados do lead',
        message: getErrorReason(error, 'Tente novamente.'),
        subject,
      }),
  })
}

interface PrivacyMenuItemsProps {
  leadId: string
  onErase: () => void
}

/** Menu items that export and erase a lead's personal data. */
export function PrivacyMenuItems({ leadId, onErase }: PrivacyMenuItemsProps) {
  const role = useSession((session) => session.user?.role ?? '')
  const isSupported = useIsPrivacySupported(ALLOWED_ROLES.includes(role))
  const exportMutation = useExportLead(leadId)
  if (!ALLOWED_ROLES.includes(role) || !isSupported) return null
  return (
    <>
      <MenuItem disabled={exportMutation.isPending} onClick={() => exportMutation.mutate()}>
        <Download aria-hidden="true" />
        Exportar dados
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={onErase}>
        <Trash2 aria-hidden="true" />
        Apagar dados do lead
      </MenuItem>
    </>
  )
}
