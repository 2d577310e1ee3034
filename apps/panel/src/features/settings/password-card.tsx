import { zodResolver } from '@hookform/resolvers/zod'
import { changePassword } from '@prosa/contract/calls/auth'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { call } from '../../shared/api/client.ts'
import { serverMessageOr } from '../../shared/api/errors.ts'
import { SESSION_MESSAGES } from '../../shared/api/messages.pt-br.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify } from '../../shared/notifications.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { setServerErrors } from '../../shared/ui/form-errors.ts'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { settingsQueries } from './queries.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordCard() {
  const queryClient = useQueryClient()
  const { control, formState, handleSubmit, reset, setError } = useForm({
    mode: 'onChange',
    resolver: zodResolver(changePassword.body),
    defaultValues: EMPTY,
  })
  const change = useSingleMutation({
    mutationFn: (body: typeof EMPTY) => call(changePassword, { body }),
    meta: { showsOwnError: true },
    onSuccess: () => {
      reset(EMPTY)
      notify.success({ title: 'Senha alterada. As outras sessões foram encerradas.' })
      void queryClient.invalidateQueries({ queryKey: settingsQueries.sessions().queryKey })
    },
    onError: (error) => {
      notify.error({ title: serverMessageOr(error, SESSION_MESSAGES.passwordChangeFailed) })
      setServerErrors(error, ['currentPassword', 'newPassword'], setError)
    },
  })
  return (
    <Card title="Senha" description="Trocar a senha encerra as sessões dos outros aparelhos.">
      <form noValidate onSubmit={handleSubmit((body) => change.mutate(body))} className="flex max-w-sm flex-col gap-4">
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
        <Button type="submit" className="self-start" busy={change.isPending} disabled={!formState.isValid}>
          Alterar senha
        </Button>
      </form>
    </Card>
  )
}
