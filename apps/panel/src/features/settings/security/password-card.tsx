import { zodResolver } from '@hookform/resolvers/zod'
import { changePassword } from '@prosa/contract/calls/accounts/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { MESSAGE_BY_ERROR_CODE } from '../../../shared/api/messages.pt-br.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { setAccountRequirement, useAccountRequirement } from '../../../shared/session/account-requirement.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { PasswordInput } from '../../../shared/ui/inputs/password-input.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { settingsQueries } from '../queries.ts'
import { PASSWORD_CHANGE_FAILED_MESSAGE } from '../settings-messages.ts'

const PASSWORD_SUBJECT = ['password']
const EMPTY_DRAFT = { currentPassword: '', newPassword: '' }

export function PasswordCard() {
  const queryClient = useQueryClient()
  const isRequired = useAccountRequirement(({ code }) => code.startsWith('PASSWORD'))
  const { control, formState, handleSubmit, reset, setError, setFocus } = useForm({
    mode: 'onChange',
    resolver: zodResolver(changePassword.body),
    defaultValues: EMPTY_DRAFT,
  })
  const passwordChange = useSingleMutation({
    mutationFn: (body: typeof EMPTY_DRAFT) => call(changePassword, { body }),
    meta: { showsOwnError: true, subject: PASSWORD_SUBJECT },
    onSuccess: () => {
      reset(EMPTY_DRAFT)
      notify.success({ title: 'Senha alterada. As outras sessões foram encerradas.' })
      // If the password had to be changed, all requests were rejected before, so everything is refetched.
      void queryClient.invalidateQueries(isRequired ? {} : { queryKey: settingsQueries.sessions().queryKey })
      setAccountRequirement('')
    },
    onError: (error) => {
      notifyError(error, { title: getServerMessage(error, PASSWORD_CHANGE_FAILED_MESSAGE), subject: PASSWORD_SUBJECT })
      setServerErrors(error, ['currentPassword', 'newPassword'], setError)
    },
  })
  useEffect(() => {
    if (isRequired) setFocus('currentPassword')
  }, [isRequired, setFocus])
  return (
    <Card title="Senha" description="Trocar a senha encerra as sessões dos outros aparelhos.">
      <FormError className="mb-4">{isRequired && MESSAGE_BY_ERROR_CODE.PASSWORD_CHANGE_REQUIRED}</FormError>
      <form noValidate onSubmit={handleSubmit((body) => passwordChange.mutate(body))} className="flex max-w-sm flex-col gap-4">
        <Controller
          control={control}
          name="currentPassword"
          render={({ field, fieldState }) => (
            <PasswordInput
              {...field}
              label="Senha atual"
              error={fieldState.error?.message}
              autoComplete="current-password"
              required
            />
          )}
        />
        <Controller
          control={control}
          name="newPassword"
          render={({ field, fieldState }) => (
            <PasswordInput {...field} label="Nova senha" error={fieldState.error?.message} autoComplete="new-password" required />
          )}
        />
        <Button type="submit" className="self-start" busy={passwordChange.isPending} disabled={!formState.isValid}>
          Alterar senha
        </Button>
      </form>
    </Card>
  )
}
