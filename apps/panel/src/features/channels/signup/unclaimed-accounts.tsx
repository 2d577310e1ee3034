import type { listUnclaimedAccounts } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { CallResponse } from '@prosa/contract/define-call'
import type { UnclaimedAccount } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { notify } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { signupQueries, useAssignAccount } from './queries.ts'
import { SignupError } from './signup-progress.tsx'

type Tenants = CallResponse<typeof listUnclaimedAccounts>['data']['tenants']

function AssignForm({ account, tenants, onDone }: { account: UnclaimedAccount; tenants: Tenants; onDone: () => void }) {
  const assign = useAssignAccount()
  const [tenantId, setTenantId] = useState('')
  const [agentId, setAgentId] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const tenant = tenants.find(({ id }) => id === tenantId)
  const selectTenant = (id: string) => {
    setTenantId(id)
    const agents = tenants.find((option) => option.id === id)?.agents ?? []
    setAgentId(agents.length === 1 ? (agents[0]?.id ?? '') : '')
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (!tenantId || !agentId) return
        assign.mutate(
          { wabaId: account.waba_id, tenant_id: tenantId, agent_id: agentId },
          {
            onSuccess: ({ next, display_number }) => {
              const accountText = `${display_number ?? account.waba_id}, de ${tenant?.name ?? ''}`
              if (next === null) notify.success({ title: `Número ligado: ${accountText}.` })
              else
                notify.warning({ title: `Ligação pela metade: ${accountText}.`, message: 'A organização continua em Números.' })
              onDone()
            },
          },
        )
      }}
    >
      <Select
        label="Organização"
        options={[{ value: '', label: 'Escolha a organização' }, ...tenants.map(({ id, name }) => ({ value: id, label: name }))]}
        value={tenantId}
        onChange={({ target }) => selectTenant(target.value)}
        error={isSubmitted && !tenantId ? 'Escolha a organização que é dona da conta.' : undefined}
        required
      />
      <Select
        label="Agente que atende"
        options={[
          { value: '', label: 'Escolha um agente' },
          ...(tenant?.agents ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={agentId}
        onChange={({ target }) => setAgentId(target.value)}
        error={isSubmitted && !agentId ? 'Escolha o agente que atende neste número.' : undefined}
        required
      />
      <SignupError error={assign.error} />
      <Button type="submit" variant="primary" className="self-end" busy={assign.isPending}>
        {assign.isPending ? 'Ligando...' : 'Ligar à organização'}
      </Button>
    </form>
  )
}

/**
 * WhatsApp accounts that Meta reported but for which no sign-up was started here. Platform staff assign each to an organisation (NUM-04).
 * Hidden if there are none.
 */
export default function UnclaimedAccounts() {
  const { data } = useQuery(signupQueries.unclaimed())
  const [selectedWabaId, setSelectedWabaId] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const account = data?.accounts.find(({ waba_id }) => waba_id === selectedWabaId)
  if (!data || data.accounts.length === 0) return null
  return (
    <Card title="Contas sem dono" description="A Meta anunciou estas contas do WhatsApp sem dizer de qual organização são.">
      <ul aria-label="Contas sem dono">
        {data.accounts.map(({ waba_id, owner_business_id, announced_at }) => (
          <li
            key={waba_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0"
          >
            <span className="wrap-anywhere min-w-0 flex-1 basis-56 text-ui tabular">
              Conta {waba_id}
              <span className="block text-ink-3 text-meta">
                Empresa {owner_business_id} · <time dateTime={announced_at}>{formatFullDate(announced_at)}</time>
              </span>
            </span>
            <Button
              onClick={() => {
                setSelectedWabaId(waba_id)
                setOpen(true)
              }}
            >
              Ligar a uma organização
              <span className="sr-only"> a conta {waba_id}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={isOpen && account !== undefined}
        onOpenChange={setOpen}
        title="Ligar a uma organização"
        description={`Conta do WhatsApp ${account?.waba_id ?? ''}.`}
      >
        {account && <AssignForm key={account.waba_id} account={account} tenants={data.tenants} onDone={() => setOpen(false)} />}
      </Dialog>
    </Card>
  )
}
