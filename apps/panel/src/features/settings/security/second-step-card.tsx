import { newRecoveryCodes, removeTotp, startTotp } from '@prosa/contract/calls/accounts/second-step'
import { RECOVERY_CODE_COUNT } from '@prosa/contract/rules/accounts/second-step'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import {
  type SecuritySettings,
  securityQuery,
  useIsSecondStepRequired,
  useRefetchSecurity,
  useSecondStepCompletion,
} from './security-queries.ts'
import { TotpSetup } from './totp-setup.tsx'

const SECOND_STEP_SUBJECT = ['second-step']
const SECOND_STEP_REQUIRED_MESSAGE = 'A sua organização pede um segundo passo. Ligue o seu para continuar.'

/** Card with the user's second factor: an authenticator app, and recovery codes. */
export function SecondStepCard() {
  const query = useQuery(securityQuery)
  const { data, error } = query
  const isDue = useIsSecondStepRequired()
  const part = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isDue && isThere) part.current?.querySelector('button')?.focus()
  }, [isDue, isThere])
  return (
    <Card title="Segundo passo" description="Além da senha, um código que só o seu celular sabe.">
      <p role="alert" className={isDue ? 'mb-4 rounded-control bg-urucum-ground px-3 py-2 text-ui text-urucum' : 'sr-only'}>
        {isDue && SECOND_STEP_REQUIRED_MESSAGE}
      </p>
      <div ref={part}>{data && <OwnSecondStep security={data} />}</div>
      {!data && !error && <Skeleton className="h-10 w-full" />}
      {!data && error && <LoadError query={query} words="Não foi possível carregar." />}
    </Card>
  )
}

function useSecondStepAction<Data>(work: () => Promise<Data>, failed: string, onSuccess: (data: Data) => void) {
  return useSingleMutation({
    networkMode: 'always',
    mutationFn: () => work(),
    meta: { showsOwnError: true, about: SECOND_STEP_SUBJECT },
    onSuccess,
    onError: (error) => {
      notifyError(error, { title: failed, message: getErrorReason(error, 'Tente novamente.'), about: SECOND_STEP_SUBJECT })
    },
  })
}

function OwnSecondStep({ security: { totp, passkeys, recovery_codes_left: left } }: { security: SecuritySettings }) {
  const lookAgain = useRefetchSecurity()
  const isThere = useSecondStepCompletion()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isAsking, setAsking] = useState<'off' | 'codes' | null>(null)
  const start = useSecondStepAction(
    async () => (await call(startTotp)).data,
    'Não foi possível ligar o segundo passo',
    () => {},
  )
  const remove = useSecondStepAction(
    () => call(removeTotp),
    'Não foi possível desligar o segundo passo',
    () => {
      notify.success({ title: 'Aplicativo desligado' })
      lookAgain()
    },
  )
  const renew = useSecondStepAction(
    async () => (await call(newRecoveryCodes)).data.codes,
    'Não foi possível criar os códigos',
    setCodes,
  )

  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(null)
          start.reset()
          isThere()
        }}
      />
    )
  if (start.data)
    return (
      <TotpSetup
        {...start.data}
        onConfirmed={setCodes}
        onCancel={() => {
          start.reset()
        }}
      />
    )
  const hasStep = totp || passkeys.length > 0
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-ui">
        Aplicativo de códigos <Badge tone={totp ? 'success' : 'quiet'}>{totp ? 'Ligado' : 'Desligado'}</Badge>
      </p>
      {hasStep && (
        <p className="mt-1 text-ink-3 text-meta tabular">
          {left === 0 ? 'Nenhum código de recuperação.' : `${left} de ${RECOVERY_CODE_COUNT} códigos de recuperação ainda valem.`}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {totp ? 'Trocar aplicativo' : 'Ligar segundo passo'}
        </Button>
        {hasStep && (
          <Button busy={renew.isPending} onClick={() => (left > 0 ? setAsking('codes') : renew.mutate())}>
            Novos códigos
          </Button>
        )}
        {totp && (
          <Button busy={remove.isPending} onClick={() => setAsking('off')}>
            Desligar
          </Button>
        )}
      </div>
      <AlertDialog
        open={isAsking === 'off'}
        onOpenChange={(open) => setAsking(open ? 'off' : null)}
        title="Desligar o aplicativo de códigos?"
        description={
          passkeys.length > 0
            ? 'A entrada passa a pedir a senha e uma chave de acesso.'
            : 'A entrada passa a pedir só a senha, e os códigos de recuperação deixam de valer.'
        }
        confirm="Desligar"
        onConfirm={() => {
          setAsking(null)
          remove.mutate()
        }}
      />
      <AlertDialog
        open={isAsking === 'codes'}
        onOpenChange={(open) => setAsking(open ? 'codes' : null)}
        title="Criar dez códigos novos?"
        description="Os códigos de recuperação que você guardou deixam de valer."
        confirm="Criar códigos"
        onConfirm={() => {
          setAsking(null)
          renew.mutate()
        }}
      />
    </>
  )
}
