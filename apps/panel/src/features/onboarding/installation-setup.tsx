import { checkSetupToken } from '@prosa/contract/calls/accounts/setup'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { useLinkToken } from '../../shared/browser/use-link-token.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { CardPageLayout } from '../../shared/ui/layout/card-page-layout.tsx'
import { InstallationSetupForm } from './installation-setup-form.tsx'

const MISSING_LINK_MESSAGE = 'Abra o endereço que o servidor mostrou ao iniciar.'
const ORGANISATION_EXISTS_MESSAGE = 'Já existe uma organização. Entre com o seu telefone, ou peça um convite a quem a gerencia.'

type SetupLinkState = { state: 'looking' } | { state: 'good' } | { state: 'refused'; reason: string; canRetry: boolean }

/** Returns the state of a rejected link, with the message that explains why the set-up is not possible. */
const toRejectedState = (error: unknown): SetupLinkState => ({
  state: 'refused',
  reason: isNotImplemented(error) ? ORGANISATION_EXISTS_MESSAGE : getErrorReason(error, 'Não foi possível abrir o link.'),
  canRetry: !isNotImplemented(error) && !(error instanceof ApiError && error.code === 'INVALID_INPUT'),
})

function useSetupLink(token: string | undefined) {
  const [linkState, setLinkState] = useState<SetupLinkState>({ state: 'looking' })
  const checkLink = useCallback(async () => {
    if (!token) return setLinkState({ state: 'refused', reason: MISSING_LINK_MESSAGE, canRetry: false })
    setLinkState({ state: 'looking' })
    try {
      await call(checkSetupToken, { body: { token } })
      setLinkState({ state: 'good' })
    } catch (error) {
      setLinkState(toRejectedState(error))
    }
  }, [token])
  useEffect(() => void checkLink(), [checkLink])
  return { linkState, checkLink, reject: (error: unknown) => setLinkState(toRejectedState(error)) }
}

/** Page that sets up an installation without organisations. The server prints the link to this page when it starts. */
export function InstallationSetup() {
  const [token] = useLinkToken()
  const { linkState, checkLink, reject } = useSetupLink(token)
  const navigate = useNavigate()
  return (
    <CardPageLayout
      welcome={
        <p className="mt-6 max-w-md text-balance font-semibold text-[1.75rem] text-ink leading-[1.15] tracking-[-0.02em] lg:text-[2.5rem] lg:leading-[1.12]">
          Toda boa prosa tem um começo.
        </p>
      }
    >
      <title>Começar · Prosa</title>
      {linkState.state === 'looking' && (
        <div role="status" aria-label="Abrindo o link">
          <Skeleton className="h-7 w-52" />
          <Skeleton className="mt-6 h-14" />
          <Skeleton className="mt-4 h-14" />
        </div>
      )}
      {linkState.state === 'refused' && (
        <>
          <h1 className="font-semibold text-title">Começar</h1>
          <p role="alert" className="mt-3 text-balance text-ink-2 text-message">
            {linkState.reason}
          </p>
          <Button
            variant="primary"
            className="mt-5"
            onClick={linkState.canRetry ? () => void checkLink() : () => void navigate({ to: PATHS.login })}
          >
            {linkState.canRetry ? 'Tentar novamente' : 'Ir para a entrada'}
          </Button>
        </>
      )}
      {linkState.state === 'good' && token && (
        <InstallationSetupForm
          token={token}
          onDone={() => void navigate({ to: PATHS.agents, replace: true })}
          onRejected={reject}
        />
      )}
    </CardPageLayout>
  )
}
