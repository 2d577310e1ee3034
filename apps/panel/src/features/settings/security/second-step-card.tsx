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
  const isRequired = useIsSecondStepRequired()
  const containerRef = useRef<HTMLDivElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isRequired && isLoaded) containerRef.current?.querySelector('button')?.focus()
  }, [isRequired, isLoaded])
  return (
    <Card title="Segundo passo" description="Além da senha, um código que só o seu celular sabe.">
      <p role="alert" className={isRequired ? 'mb-4 rounded-control bg-urucum-ground px-3 py-2 text-ui text-urucum' : 'sr-only'}>
        {isRequired && SECOND_STEP_REQUIRED_MESSAGE}
      </p>
      <div ref={containerRef}>{data && <OwnSecondStep security={data} />}</div>
      {!data && !error && <Skeleton className="h-10 w-full" />}
      {!data && error && <LoadError query={query} message="Não foi possível carregar." />}
    </Card>
  )
}

function useSecondStepAction<Data>(action: () => Promise<Data>, failureTitle: string, onSuccess: (data: Data) => void) {
  return useSingleMutation({
    networkMode: 'always',
    mutationFn: () => action(),
    meta: { showsOwnError: true, subject: SECOND_STEP_SUBJECT },
    onSuccess,
    onError: (error) => {
      notifyError(error, {
        title: failureTitle,
        message: getErrorReason(error, 'Tente novamente.'),
        subject: SECOND_STEP_SUBJECT,
      })
    },
  })
}

function OwnSecondStep({ security: { totp, passkeys, recovery_codes_left: codesLeft } }: { security: SecuritySettings }) {
  const refetchSecurity = useRefetchSecurity()
  const completeSecondStep = useSecondStepCompletion()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [confirming, setConfirming] = useState<'off' | 'codes' | null>(null)
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
      refetchSecurity()
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
        onSaved={() => {
          setCodes(null)
          start.reset()
          completeSecondStep()
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
          {codesLeft === 0
            ? 'Nenhum código de recuperação.'
            : `${codesLeft} de ${RECOVERY_CODE_COUNT} códigos de recuperação ainda valem.`}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {totp ? 'Trocar aplicativo' : 'Ligar segundo passo'}
        </Button>
        {hasStep && (
          <Button busy={renew.isPending} onClick={() => (codesLeft > 0 ? setConfirming('codes') : renew.mutate())}>
            Novos códigos
          </Button>
        )}
        {totp && (
          <Button busy={remove.isPending} onClick={() => setConfirming('off')}>
            Desligar
          </Button>
        )}
      </div>
      <AlertDialog
        open={confirming === 'off'}
        onOpenChange={(open) => setConfirming(open ? 'off' : null)}
        title="Desligar o aplicativo de códigos?"
        description={
          passkeys.length > 0
            ? 'A entrada passa a pedir a senha e uma chave de acesso.'
            : 'A entrada passa a pedir só a senha, e os códigos de recuperação deixam de valer.'
        }
        confirmLabel="Desligar"
        onConfirm={() => {
          setConfirming(null)
          remove.mutate()
        }}
      />
      <AlertDialog
        open={confirming === 'codes'}
        onOpenChange={(open) => setConfirming(open ? 'codes' : null)}
        title="Criar dez códigos novos?"
        description="Os códigos de recuperação que você guardou deixam de valer."
        confirmLabel="Criar códigos"
        onConfirm={() => {
          setConfirming(null)
          renew.mutate()
        }}
      />
    </>
  )
}
