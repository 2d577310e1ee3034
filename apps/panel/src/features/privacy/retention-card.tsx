import { CSPProvider } from '@base-ui/react/csp-provider'
import { getRetention, setRetention } from '@prosa/contract/calls/privacy'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { isMissing } from '../../shared/api/missing.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { notify } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { AlertDialog } from '../../shared/ui/alert-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Select } from '../../shared/ui/select.tsx'

const MAY = ['staff', 'admin']
const KEY = ['retention']
const ALWAYS = 'sempre'
const CHOICES = [6, 12, 24, 36, 60]

const timeOf = (months: number): string => {
  if (months % 12 !== 0) return months === 1 ? '1 mês' : `${months} meses`
  return months === 12 ? '1 ano' : `${months / 12} anos`
}

/** `held` may have been set elsewhere to what is no choice here. */
const optionsWith = (held: number | null) => [
  { value: ALWAYS, label: 'Guardar sempre' },
  ...[...new Set([...CHOICES, ...(held === null ? [] : [held])])]
    .toSorted((a, b) => a - b)
    .map((months) => ({ value: String(months), label: `Apagar depois de ${timeOf(months)} sem movimento` })),
]

function useSetRetention() {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: async (months: number | null) => (await call(setRetention, { body: { months } })).data,
    onSuccess: (data) => {
      client.setQueryData(KEY, data)
      notify.success({ title: 'Guarda de dados alterada' })
    },
    onError: (error) =>
      notify.error({ title: 'Não foi possível mudar a guarda de dados', message: reasonOf(error, 'Tente novamente.') }),
  })
}

/** For how long leads without movement are kept, for who may decide that; not there where the provider has none of this. */
export function RetentionCard() {
  const may = useSession(({ user }) => MAY.includes(user?.role ?? ''))
  const [asked, setAsked] = useState({ open: false, months: 12 })
  const setting = useSetRetention()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(getRetention, { signal })).data,
    enabled: may,
    meta: { showsOwnError: true },
  })
  if (!may || isMissing(error) || (!data && !error)) return null
  const choose = (value: string) => (value === ALWAYS ? setting.mutate(null) : setAsked({ open: true, months: Number(value) }))
  return (
    <CSPProvider disableStyleElements>
      <Card title="Guarda de dados" description="Vale para toda a organização.">
        {data ? (
          <Select
            label="Leads sem movimento"
            description="A cada dia, quem está parado há mais tempo que isso tem cadastro, mensagens e arquivos apagados. Os números do painel continuam."
            options={optionsWith(data.months)}
            value={data.months === null ? ALWAYS : String(data.months)}
            disabled={setting.isPending}
            onChange={(event) => choose(event.target.value)}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-3 text-roma text-ui">
            <span role="alert">{reasonOf(error, 'Não foi possível buscar a guarda de dados.')}</span>
            <Button busy={isFetching} disabled={isFetching} onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          </div>
        )}
        <AlertDialog
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
          title={`Apagar leads parados há mais de ${timeOf(asked.months)}?`}
          description="A partir de hoje, todo dia, os dados deles somem para sempre, para toda a equipe."
          confirm="Apagar daqui em diante"
          busy={setting.isPending}
          onConfirm={() => setting.mutate(asked.months, { onSettled: () => setAsked({ ...asked, open: false }) })}
        />
      </Card>
    </CSPProvider>
  )
}
