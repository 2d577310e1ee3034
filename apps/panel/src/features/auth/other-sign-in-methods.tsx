import { passkeyOptions, passkeySignIn } from '@prosa/contract/calls/accounts/second-step'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { hasCapabilityBeforeSignIn } from '../../shared/config/capabilities-before-sign-in.ts'
import { PATHS } from '../../shared/config/paths.ts'
import {
  hasHostName,
  isPasskeyPromptDismissed,
  isPasskeySupported,
  PASSKEYS_NEED_HOST_NAME,
  requestPasskeyAssertion,
} from '../../shared/identity/passkeys.ts'
import { getKeepSignedInHeader } from '../../shared/session/keep-signed-in-header.ts'
import { clearSessionError, storeSignedInSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { SECONDARY_LINK_CLASS } from './secondary-link-class.ts'

const PASSKEY_FAILED_MESSAGE = 'Não foi possível entrar com a chave de acesso. Tente de novo.'

/** Sign-in options without a password, collapsed at first. */
export function OtherSignInMethods({ rememberMe }: { rememberMe: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  if (!hasCapabilityBeforeSignIn('security')) return null

  const signInWithPasskey = async () => {
    setBusy(true)
    setError('')
    clearSessionError()
    try {
      const options = (await call(passkeyOptions)).data
      const response = await requestPasskeyAssertion(options)
      storeSignedInSession(
        (await call(passkeySignIn, { body: { response }, headers: getKeepSignedInHeader(rememberMe) })).data,
        rememberMe,
      )
    } catch (cause) {
      if (!isPasskeyPromptDismissed(cause)) setError(getErrorReason(cause, PASSKEY_FAILED_MESSAGE))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex w-full flex-wrap justify-between gap-x-4">
        <Link to={PATHS.recover} className={SECONDARY_LINK_CLASS}>
          Esqueci minha senha
        </Link>
        {isPasskeySupported() && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={SECONDARY_LINK_CLASS}>
            Entrar de outro jeito
          </button>
        )}
      </div>
      {isOpen && hasHostName() && (
        <Button busy={isBusy} onClick={() => void signInWithPasskey()} className="w-full">
          Entrar com chave de acesso
        </Button>
      )}
      {isOpen && !hasHostName() && <p className="text-ink-3 text-meta">{PASSKEYS_NEED_HOST_NAME}</p>}
      <p role="alert" className="text-meta text-roma empty:hidden">
        {error}
      </p>
    </div>
  )
}
