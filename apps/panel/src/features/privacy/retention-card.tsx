import { CSPProvider } from '@base-ui/react/csp-provider'
import { getRetention, setRetention } from '@prosa/contract/calls/privacy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { isMissing } from '../../shared/api/missing.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { AlertDialog } from '../../shared/ui/alert-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

const MAY = ['staff', 'admin']
const KEY = ['retention']
const ALWAYS = 'sempre'
const CHOICES = [6, 12, 24, 36, 60]

const timeOf = (months: number): string => {
  if (months % 12 !== 0) return months === 1 ? '1 mês' : `${months} meses`
  return months === 12 ? '1 ano' : `${months / 12} anos`
}

const valueOf = (months: number | null): string => (months === null ? ALWAYS : String(months))

/** `held` may have been set elsewhere to what is no choice here. */
const optionsWith = (held: number | null) => [
  { value: ALWAYS, label: 'Guardar sempre' },
  ...[...new Set([...CHOICES, ...(held === null ? [] : [held])])]
    .toSorted((a, b) => a - b)
    .map((months) => ({ value: String(months), label: `Apagar depois de ${timeOf(months)} sem movimento` })),
]

function useSetRetention() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, about: KEY },
    mutationFn: async (months: number | null) => (await call(setRetention, { body: { months } })).data,
    onSuccess: (data) => {
      client.setQueryData(KEY, data)
      notify.success({ title: 'Guarda de dados alterada' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível mudar a guarda de dados',
        message: reasonOf(error, 'Tente novamente.'),
        about: KEY,
      }),
  })
}

/** A choice is a draft until it is saved; one that erases is asked about before. */
function Choice({ held }: { held: number | null }) {
  const [chosen, setChosen] = useState<{ months: number | null } | null>(null)
  const draft = chosen ? chosen.months : held
  const [isAsking, setAsking] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const setting = useSetRetention()
  const save = (months: number | null) =>
    setting.mutate(months, { onSuccess: () => setChosen(null), onSettled: () => setAsking(false) })
  return (
    <>
      <Select
        ref={select}
        label="Leads sem movimento"
        description={
          draft === null
            ? 'Nada é apagado sozinho.'
            : 'A cada dia, quem está parado há mais tempo que isso tem cadastro, mensagens e arquivos apagados. Os números do painel continuam.'
        }
        options={optionsWith(held)}
        value={valueOf(draft)}
        onChange={({ target }) => setChosen({ months: target.value === ALWAYS ? null : Number(target.value) })}
      />
      <Button
        className="mt-4"
        busy={setting.isPending}
        disabled={draft === held}
        onClick={() => (draft === null ? save(null) : setAsking(true))}
      >
        {setting.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Apagar leads parados há mais de ${timeOf(draft ?? 0)}?`}
        description="A partir de hoje, todo dia, os dados deles somem para sempre, para toda a equipe."
        confirm="Apagar daqui em diante"
        busy={setting.isPending}
        // Saved, the button that asked is out of use.
        returnTo={draft === held ? select : undefined}
        onConfirm={() => save(draft)}
      />
    </>
  )
}

/** For how long leads without movement are kept, for who may decide that; not there where the provider has none of this. */
export function RetentionCard() {
  const may = useSession(({ user }) => MAY.includes(user?.role ?? ''))
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(getRetention, { signal })).data,
    enabled: may,
    meta: { showsOwnError: true },
  })
  const { data, error } = query
  if (!may || isMissing(error)) return null
  return (
    <CSPProvider disableStyleElements>
      <Card title="Guarda de dados" description="Vale para toda a organização.">
        {data && <Choice held={data.months} />}
        {!data && !error && <Skeleton className="h-32" />}
        {!data && error && <LoadFailed query={query} words="Não foi possível buscar a guarda de dados." />}
      </Card>
    </CSPProvider>
  )
}
