import { confirmSessionIdentity, getAccountSecurity, passkeyOptions } from '@prosa/contract/calls/accounts/second-step'
import type { CallBody } from '@prosa/contract/define-call'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../shared/api/api-client.ts'
import { getErrorReason } from '../shared/api/error-reason.ts'
import { ApiError } from '../shared/api/errors.ts'
import { useSingleMutation } from '../shared/api/use-single-mutation.ts'
import { useIdentityConfirmation } from '../shared/identity/identity-confirmation.ts'
import {
  hasHostName,
  isPasskeyPromptDismissed,
  isPasskeySupported,
  requestPasskeyAssertion,
} from '../shared/identity/passkeys.ts'
import { Button } from '../shared/ui/buttons/button.tsx'
import { Dialog } from '../shared/ui/dialogs/dialog.tsx'
import { PasswordInput } from '../shared/ui/inputs/password-input.tsx'

/** Dialog that asks the user to confirm their identity before a sensitive action, on any page. */
export default function IdentityConfirmationDialog() {
  const pendingConfirmation = useIdentityConfirmation((state) => state.pendingConfirmation)
  return (
    <Dialog
      tall
      open={pendingConfirmation !== null}
      onOpenChange={(open) => !open && pendingConfirmation?.cancel()}
      title="Confirme que é você"
      description="Vale por 10 minutos, neste aparelho."
    >
      {pendingConfirmation && <IdentityProofForm onConfirmed={pendingConfirmation.confirm} />}
    </Dialog>
  )
}

function IdentityProofForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const canUsePasskeys = hasHostName() && isPasskeySupported()
  const { data: hasPasskey = false } = useQuery({
    queryKey: ['settings', 'security'],
    queryFn: async ({ signal }) => (await call(getAccountSecurity, { signal })).data,
    select: ({ passkeys }) => passkeys.length > 0,
    enabled: canUsePasskeys,
    meta: { showsOwnError: true },
  })
  const confirmation = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (method: 'password' | 'passkey') => {
      const body: CallBody<typeof confirmSessionIdentity> =
        method === 'password' ? { password } : { passkey: await requestPasskeyAssertion((await call(passkeyOptions)).data) }
      await call(confirmSessionIdentity, { body })
    },
    meta: { showsOwnError: true },
    onSuccess: onConfirmed,
    onError: (cause) => {
      if (isPasskeyPromptDismissed(cause)) return
      setError(
        (cause instanceof ApiError && cause.fieldErrors.password) ||
          getErrorReason(cause, 'Não foi possível confirmar. Tente de novo.'),
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') confirmation.mutate('password')
  }
  const isBusy = (method: 'password' | 'passkey') => confirmation.isPending && confirmation.variables === method
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PasswordInput
        label="Senha"
        value={password}
        onChange={(value) => {
          setPassword(value)
          setError('')
        }}
        error={error || undefined}
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap justify-end gap-2">
        {canUsePasskeys && hasPasskey && (
          <Button busy={isBusy('passkey')} onClick={() => confirmation.mutate('passkey')}>
            Usar chave de acesso
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy('password')} disabled={password === ''}>
          Confirmar
        </Button>
      </div>
    </form>
  )
}
