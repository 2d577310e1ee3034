import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { useQuery } from '@tanstack/react-query'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { AlertDialog } from '../../shared/ui/dialogs/alert-dialog.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { useCreateTenant, useUpdateTenant } from './mutations.ts'
import { tenantQueries } from './queries.ts'
import { formatQuotaGb, parseQuotaGb } from './storage-quota.ts'
import { TenantForm } from './tenant-form.tsx'

interface DialogLayerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CreateTenantDialog({ open, onOpenChange }: DialogLayerProps) {
  const create = useCreateTenant()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Nova organização"
      description="Começa com um agente de cada tipo; depois, convide as pessoas."
    >
      <TenantForm
        initialDraft={{ name: '', domain: '' }}
        submitLabel="Criar organização"
        busyLabel="Criando..."
        onSave={create.mutateAsync}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

/** Form that edits a tenant. Fetches the tenant again first, so that saving does not overwrite newer changes by other users. */
function EditForm({ id, onDone }: { id: string; onDone: () => void }) {
  const update = useUpdateTenant()
  const query = useQuery(tenantQueries.detail(id))
  const { data, error } = query
  if (error && !data) return <LoadError query={query} message="Failed to load tenant" />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <TenantForm
      initialDraft={{
        name: data.name,
        domain: data.domain,
        ...(data.storage_mb === undefined ? {} : { room: formatQuotaGb(data.storage_mb) }),
      }}
      submitLabel="Salvar"
      busyLabel="Salvando..."
      onSave={async ({ name, domain, room }) => {
        const storage_mb = room === undefined ? data.storage_mb : parseQuotaGb(room)
        const changed = {
          ...(name === data.name ? {} : { name }),
          ...(domain === data.domain ? {} : { domain }),
          ...(storage_mb === data.storage_mb ? {} : { storage_mb }),
        }
        if (Object.keys(changed).length > 0) await update.mutateAsync({ id, ...changed })
      }}
      onDone={onDone}
    />
  )
}

export function EditTenantDialog({ tenant, open, onOpenChange }: DialogLayerProps & { tenant: Tenant }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Editar organização">
      <EditForm id={tenant.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

export function TenantActivationDialog({ tenant, open, onOpenChange }: DialogLayerProps & { tenant: Tenant }) {
  const update = useUpdateTenant()
  const { id, name, active } = tenant
  const texts = active
    ? {
        title: `Desligar ${name}?`,
        description: 'As pessoas desta organização saem agora e não entram enquanto ela estiver desligada.',
        confirm: 'Desligar',
        done: `${name} foi desligada.`,
      }
    : {
        title: `Ligar ${name}?`,
        description: 'As pessoas desta organização voltam a poder entrar.',
        confirm: 'Ligar',
        done: `${name} foi ligada.`,
      }
  const subject = ['tenants', 'switch', id]
  const confirm = () =>
    update.mutate(
      { id, active: !active },
      {
        onSuccess: () => notify.success({ title: texts.done, subject }),
        onError: (error) =>
          notifyError(error, { title: getErrorReason(error, 'Não foi possível alterar a organização.'), subject }),
        onSettled: () => onOpenChange(false),
      },
    )
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.description}
      confirmLabel={texts.confirm}
      busy={update.isPending}
      onConfirm={confirm}
    />
  )
}
