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
  const asked = useIdentityConfirmation((state) => state.asked)
  return (
    <Dialog
      tall
      open={asked !== null}
      onOpenChange={(open) => !open && asked?.closed()}
      title="Confirme que é você"
      description="Vale por 10 minutos, neste aparelho."
    >
      {asked && <IdentityProofForm onGiven={asked.given} />}
    </Dialog>
  )
}

function IdentityProofForm({ onGiven }: { onGiven: () => void }) {
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
  const prove = useSingleMutation({
    networkMode: 'always',
    mutationFn: async (by: 'password' | 'passkey') => {
      const body: CallBody<typeof confirmSessionIdentity> =
        by === 'password' ? { password } : { passkey: await requestPasskeyAssertion((await call(passkeyOptions)).data) }
      await call(confirmSessionIdentity, { body })
    },
    meta: { showsOwnError: true },
    onSuccess: onGiven,
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
    if (password !== '') prove.mutate('password')
  }
  const isBusy = (by: 'password' | 'passkey') => prove.isPending && prove.variables === by
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
          <Button busy={isBusy('passkey')} onClick={() => prove.mutate('passkey')}>
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
