import { exportLead, getRetention } from '@prosa/contract/calls/privacy'
import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash'
import { call } from '../../../shared/api/client.ts'
import { isMissing } from '../../../shared/api/missing.ts'
import { reasonOf } from '../../../shared/api/reason.ts'
import { saveFile } from '../../../shared/lib/save-file.ts'
import { notifyError } from '../../../shared/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { MenuItem, MenuSeparator } from '../../../shared/ui/menu.tsx'
import { ownErrorAbout } from '../changes/mutations.ts'

const MAY = ['staff', 'admin']

/** Returns whether the provider supports privacy calls. Checked once, when a menu first opens. */
const useIsKnown = (mayAsk: boolean): boolean => {
  const { isSuccess, error } = useQuery({
    queryKey: ['privacy', 'retention'],
    queryFn: ({ signal }) => call(getRetention, { signal }),
    enabled: mayAsk,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, reason) => !isMissing(reason) && failures < 2,
    meta: { showsOwnError: true },
  })
  return isSuccess || (error !== null && !isMissing(error))
}

function useExport(leadId: string) {
  const about = ['export', leadId]
  return useMutation({
    ...ownErrorAbout(about),
    mutationFn: async () => (await call(exportLead, { params: { id: leadId } })).data,
    onSuccess: (data) => saveFile(`prosa-lead-${leadId}.json`, JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível exportar os dados do lead',
        message: reasonOf(error, 'Tente novamente.'),
        about,
      }),
  })
}

interface PrivacyItemsProps {
  leadId: string
  onErase: () => void
}

/** Menu items for a lead's legal rights: export and erasure of its data. */
export function PrivacyItems({ leadId, onErase }: PrivacyItemsProps) {
  const role = useSession((session) => session.user?.role ?? '')
  const isKnown = useIsKnown(MAY.includes(role))
  const exporting = useExport(leadId)
  if (!MAY.includes(role) || !isKnown) return null
  return (
    <>
      <MenuItem disabled={exporting.isPending} onClick={() => exporting.mutate()}>
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
