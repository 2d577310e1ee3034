import { CSPProvider } from '@base-ui/react/csp-provider'
import { getRetention, setRetention } from '@prosa/contract/calls/privacy'
import type { AnswerOf } from '@prosa/contract/define-call'
import { monthsText } from '@prosa/contract/rules/months-text'
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

type Kept = AnswerOf<typeof getRetention>['data']
type Months = number | null

const valueOf = (months: Months): string => (months === null ? ALWAYS : String(months))
const monthsOf = (value: string): Months => (value === ALWAYS ? null : Number(value))

/** Returns the options, including `held` if it was set elsewhere to another value. */
const optionsWith = (held: Months, always: string, after: (time: string) => string) => [
  { value: ALWAYS, label: always },
  ...[...new Set([...CHOICES, ...(held === null ? [] : [held])])]
    .sort((a, b) => a - b)
    .map((months) => ({ value: String(months), label: after(monthsText(months)) })),
]

function useSetRetention() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, about: KEY },
    mutationFn: async (body: Kept) => (await call(setRetention, { body })).data,
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

const LEADS_GO = 'os dados desses leads somem para sempre, para toda a equipe'
const FILES_GO = 'fotos, áudios, vídeos e documentos mais velhos somem para sempre; as mensagens ficam'

interface Question {
  title: string
  description: string
}

/** Returns the confirmation question if saving would erase data that is stored today, otherwise null. */
function questionOf(held: Kept, draft: Kept): Question | null {
  const leads = draft.months !== held.months ? draft.months : null
  const files = draft.file_months !== held.file_months ? (draft.file_months ?? null) : null
  if (leads === null && files === null) return null
  const what = [
    leads !== null && `leads parados há mais de ${monthsText(leads)}`,
    files !== null && `arquivos com mais de ${monthsText(files)}`,
  ]
  const then = [leads !== null && LEADS_GO, files !== null && FILES_GO]
  return {
    title: `Apagar ${what.filter(Boolean).join(' e ')}?`,
    description: `A partir de hoje, todo dia, ${then.filter(Boolean).join('; ')}.`,
  }
}

/** Selection of the retention periods, saved by a button. A choice that erases data requires confirmation. */
function Choices({ held }: { held: Kept }) {
  const [chosen, setChosen] = useState<Kept | null>(null)
  const draft = chosen ?? held
  const [asked, setAsked] = useState<Question | null>(null)
  const [isAsking, setAsking] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const setting = useSetRetention()
  const isSame = draft.months === held.months && draft.file_months === held.file_months
  const question = questionOf(held, draft)
  const save = () => setting.mutate(draft, { onSuccess: () => setChosen(null), onSettled: () => setAsking(false) })
  const ask = (about: Question) => {
    setAsked(about)
    setAsking(true)
  }
  return (
    <>
      <Select
        ref={select}
        label="Leads sem movimento"
        description={
          draft.months === null
            ? 'Nada é apagado sozinho.'
            : 'A cada dia, quem está parado há mais tempo que isso tem cadastro, mensagens e arquivos apagados. Os números do painel continuam.'
        }
        options={optionsWith(held.months, 'Guardar sempre', (time) => `Apagar depois de ${time} sem movimento`)}
        value={valueOf(draft.months)}
        onChange={({ target }) => setChosen({ ...draft, months: monthsOf(target.value) })}
      />
      {held.file_months !== undefined && (
        <div className="mt-4">
          <Select
            label="Arquivos das conversas"
            description={
              draft.file_months == null
                ? 'Ficam enquanto o lead ficar.'
                : 'A mensagem fica, e diz que o arquivo foi apagado. Arquivos do conhecimento não mudam.'
            }
            options={optionsWith(held.file_months, 'Guardar com o lead', (time) => `Apagar depois de ${time}`)}
            value={valueOf(draft.file_months ?? null)}
            onChange={({ target }) => setChosen({ ...draft, file_months: monthsOf(target.value) })}
          />
        </div>
      )}
      <Button className="mt-4" busy={setting.isPending} disabled={isSame} onClick={() => (question ? ask(question) : save())}>
        {setting.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={asked?.title ?? ''}
        description={asked?.description ?? ''}
        confirm="Apagar daqui em diante"
        busy={setting.isPending}
        // Once saved, the button is disabled and cannot have the focus.
        returnTo={isSame ? select : undefined}
        onConfirm={save}
      />
    </>
  )
}

/** Retention periods of inactive leads and of files, for users who may set them. Hidden if the provider has none. */
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
        {data && <Choices held={data} />}
        {!data && !error && <Skeleton className="h-32" />}
        {!data && error && <LoadFailed query={query} words="Não foi possível buscar a guarda de dados." />}
      </Card>
    </CSPProvider>
  )
}
