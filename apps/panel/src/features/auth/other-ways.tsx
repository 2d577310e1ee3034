import { passkeyOptions, passkeySignIn } from '@prosa/contract/calls/second-step'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { isOfferedBeforeSignIn } from '../../shared/config/offered-before-sign-in.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { addressHasName, askForProof, browserKnowsPasskeys, NEEDS_A_NAME, wasGivenUp } from '../../shared/passkeys/passkeys.ts'
import { keepSignedInHeader } from '../../shared/session/keep-signed-in.ts'
import { clearSessionError, keepOpened } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { QUIET_LINK } from './quiet-link.ts'

const FAILED = 'Não foi possível entrar com a chave de acesso. Tente de novo.'

/** Sign-in options for users who do not use a password, collapsed by default. */
export function OtherWays({ rememberMe }: { rememberMe: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  if (!isOfferedBeforeSignIn('security')) return null

  const enter = async () => {
    setBusy(true)
    setError('')
    clearSessionError()
    try {
      const options = (await call(passkeyOptions)).data
      const response = await askForProof(options)
      keepOpened((await call(passkeySignIn, { body: { response }, headers: keepSignedInHeader(rememberMe) })).data, rememberMe)
    } catch (cause) {
      if (!wasGivenUp(cause)) setError(reasonOf(cause, FAILED))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex w-full flex-wrap justify-between gap-x-4">
        <Link to={PATHS.recover} className={QUIET_LINK}>
          Esqueci minha senha
        </Link>
        {browserKnowsPasskeys() && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={QUIET_LINK}>
            Entrar de outro jeito
          </button>
        )}
      </div>
      {isOpen && addressHasName() && (
        <Button busy={isBusy} onClick={() => void enter()} className="w-full">
          Entrar com chave de acesso
        </Button>
      )}
      {isOpen && !addressHasName() && <p className="text-ink-3 text-meta">{NEEDS_A_NAME}</p>}
      <p role="alert" className="text-meta text-roma empty:hidden">
        {error}
      </p>
    </div>
  )
}
