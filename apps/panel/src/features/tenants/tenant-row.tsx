import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../shared/ui/cx.ts'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Menu, MenuItem } from '../../shared/ui/menus/menu.tsx'
import { useRefreshTenantSummary } from './mutations.ts'
import { EditTenantDialog, TenantActivationDialog } from './tenant-dialogs.tsx'
import { getCounterLabel } from './tenant-filters.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

function Counters({ summary, busy }: { summary: Tenant['summary']; busy: boolean }) {
  if (!summary) return null
  return (
    <dl aria-busy={busy || undefined} className={cx('flex flex-wrap gap-x-6 gap-y-1', busy && 'opacity-60')}>
      {Object.entries(summary).map(([name, refresh]) => (
        <div key={name} className="flex flex-col-reverse whitespace-nowrap md:min-w-16 md:text-right">
          <dt className="text-ink-3 text-meta">{getCounterLabel(name)}</dt>
          <dd className="font-semibold text-ui tabular">{countFormat.format(refresh)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TenantRowProps {
  tenant: Tenant
  /** Whether the tenant is the user's own. Users cannot deactivate their own tenant. */
  isOwn: boolean
}

export function TenantRow({ tenant, isOwn }: TenantRowProps) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'switch' | null>(null)
  const refresh = useRefreshTenantSummary()
  const { name, domain, active, created_at, summary } = tenant
  const getDialogProps = (kind: typeof openDialog) => ({
    tenant,
    open: openDialog === kind,
    onOpenChange: (open: boolean) => setOpenDialog(open ? kind : null),
  })
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-t py-3 pr-2 pl-4 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto_auto]">
      {!active && <span aria-hidden="true" className="margin-dotted absolute inset-y-3 left-0 w-(--margin-rule)" />}
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={cx('wrap-anywhere font-semibold text-ui', !active && 'text-ink-2')}>{name}</span>
          {!active && <Badge tone="waiting">Desligada</Badge>}
          {tenant.platform && <Badge tone="primary">Plataforma</Badge>}
        </p>
        <p className="text-ink-3 text-meta">
          <span className="wrap-anywhere">{domain}</span>
          {' · desde '}
          <time dateTime={created_at}>{formatFullDate(created_at).slice(0, 10)}</time>
        </p>
      </div>
      <div className="order-last col-span-2 md:order-none md:col-span-1">
        <Counters summary={summary} busy={refresh.isPending} />
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton label={`Ações de ${name}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => setOpenDialog('edit')}>Editar</MenuItem>
        <MenuItem onClick={() => refresh.mutate(tenant.id)}>Atualizar números</MenuItem>
        {!(isOwn && active) && <MenuItem onClick={() => setOpenDialog('switch')}>{active ? 'Desligar' : 'Ligar'}</MenuItem>}
      </Menu>
      <EditTenantDialog {...getDialogProps('edit')} />
      <TenantActivationDialog {...getDialogProps('switch')} />
    </li>
  )
}
