import { CSPProvider } from '@base-ui/react/csp-provider'
import { getRetention, setRetention } from '@prosa/contract/calls/organisation/privacy'
import type { CallResponse } from '@prosa/contract/define-call'
import { formatMonths } from '@prosa/contract/rules/organisation/format-months'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../shared/ui/dialogs/alert-dialog.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'

const ALLOWED_ROLES = ['staff', 'admin']
const RETENTION_KEY = ['retention']
const KEEP_FOREVER = 'sempre'
const MONTH_CHOICES = [6, 12, 24, 36, 60]

type RetentionPeriods = CallResponse<typeof getRetention>['data']
type Months = number | null

const toOptionValue = (months: Months): string => (months === null ? KEEP_FOREVER : String(months))
const parseMonths = (value: string): Months => (value === KEEP_FOREVER ? null : Number(value))

/** Returns the options of a retention period. Includes the stored value `saved` even if it is not one of the usual ones. */
const buildOptions = (saved: Months, keepLabel: string, formatDeletionLabel: (time: string) => string) => [
  { value: KEEP_FOREVER, label: keepLabel },
  ...[...new Set([...MONTH_CHOICES, ...(saved === null ? [] : [saved])])]
    .sort((a, b) => a - b)
    .map((months) => ({ value: String(months), label: formatDeletionLabel(formatMonths(months)) })),
]

function useSetRetention() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, subject: RETENTION_KEY },
    mutationFn: async (body: RetentionPeriods) => (await call(setRetention, { body })).data,
    onSuccess: (data) => {
      client.setQueryData(RETENTION_KEY, data)
      notify.success({ title: 'Guarda de dados alterada' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível mudar a guarda de dados',
        message: getErrorReason(error, 'Tente novamente.'),
        subject: RETENTION_KEY,
      }),
  })
}

const LEADS_ERASED_TEXT = 'os dados desses leads somem para sempre, para toda a equipe'
const FILES_ERASED_TEXT = 'fotos, áudios, vídeos e documentos mais velhos somem para sempre; as mensagens ficam'

interface ConfirmationQuestion {
  title: string
  description: string
}

/** Returns a confirmation question if saving the new periods would erase stored data, otherwise null. */
function getConfirmationQuestion(saved: RetentionPeriods, draft: RetentionPeriods): ConfirmationQuestion | null {
  const leads = draft.months !== saved.months ? draft.months : null
  const files = draft.file_months !== saved.file_months ? (draft.file_months ?? null) : null
  if (leads === null && files === null) return null
  const subjects = [
    leads !== null && `leads parados há mais de ${formatMonths(leads)}`,
    files !== null && `arquivos com mais de ${formatMonths(files)}`,
  ]
  const consequences = [leads !== null && LEADS_ERASED_TEXT, files !== null && FILES_ERASED_TEXT]
  return {
    title: `Apagar ${subjects.filter(Boolean).join(' e ')}?`,
    description: `A partir de hoje, todo dia, ${consequences.filter(Boolean).join('; ')}.`,
  }
}

/** Form that selects the retention periods. If a choice erases data, saving it requires confirmation. */
function RetentionForm({ saved }: { saved: RetentionPeriods }) {
  const [edited, setEdited] = useState<RetentionPeriods | null>(null)
  const draft = edited ?? saved
  const [openQuestion, setOpenQuestion] = useState<ConfirmationQuestion | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const retentionUpdate = useSetRetention()
  const isUnchanged = draft.months === saved.months && draft.file_months === saved.file_months
  const question = getConfirmationQuestion(saved, draft)
  const save = () => retentionUpdate.mutate(draft, { onSuccess: () => setEdited(null), onSettled: () => setConfirming(false) })
  const openConfirmation = (confirmation: ConfirmationQuestion) => {
    setOpenQuestion(confirmation)
    setConfirming(true)
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
        options={buildOptions(saved.months, 'Guardar sempre', (time) => `Apagar depois de ${time} sem movimento`)}
        value={toOptionValue(draft.months)}
        onChange={({ target }) => setEdited({ ...draft, months: parseMonths(target.value) })}
      />
      {saved.file_months !== undefined && (
        <div className="mt-4">
          <Select
            label="Arquivos das conversas"
            description={
              draft.file_months == null
                ? 'Ficam enquanto o lead ficar.'
                : 'A mensagem fica, e diz que o arquivo foi apagado. Arquivos do conhecimento não mudam.'
            }
            options={buildOptions(saved.file_months, 'Guardar com o lead', (time) => `Apagar depois de ${time}`)}
            value={toOptionValue(draft.file_months ?? null)}
            onChange={({ target }) => setEdited({ ...draft, file_months: parseMonths(target.value) })}
          />
        </div>
      )}
      <Button
        className="mt-4"
        busy={retentionUpdate.isPending}
        disabled={isUnchanged}
        onClick={() => (question ? openConfirmation(question) : save())}
      >
        {retentionUpdate.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={openQuestion?.title ?? ''}
        description={openQuestion?.description ?? ''}
        confirmLabel="Apagar daqui em diante"
        busy={retentionUpdate.isPending}
        // After saving, the button is disabled and cannot get the focus.
        finalFocus={isUnchanged ? select : undefined}
        onConfirm={save}
      />
    </>
  )
}

/**
 * Card with the retention periods of inactive leads and of files, for users who may set them. Hidden if the server does not support
 * retention periods.
 */
export function RetentionCard() {
  const isAllowed = useSession(({ user }) => ALLOWED_ROLES.includes(user?.role ?? ''))
  const query = useQuery({
    queryKey: RETENTION_KEY,
    queryFn: async ({ signal }) => (await call(getRetention, { signal })).data,
    enabled: isAllowed,
    meta: { showsOwnError: true },
  })
  const { data, error } = query
  if (!isAllowed || isNotImplemented(error)) return null
  return (
    <CSPProvider disableStyleElements>
      <Card title="Guarda de dados" description="Vale para toda a organização.">
        {data && <RetentionForm saved={data} />}
        {!data && !error && <Skeleton className="h-32" />}
        {!data && error && <LoadError query={query} message="Não foi possível buscar a guarda de dados." />}
      </Card>
    </CSPProvider>
  )
}
