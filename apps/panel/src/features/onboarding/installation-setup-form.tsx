import { zodResolver } from '@hookform/resolvers/zod'
import { completeSetup } from '@prosa/contract/calls/accounts/setup'
import { useState } from 'react'
import { Controller, type FieldPath, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { signInAfterOnboarding } from '../../shared/session/sign-in-after-onboarding.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { FormError } from '../../shared/ui/inputs/form-error.tsx'
import { PasswordInput } from '../../shared/ui/inputs/password-input.tsx'
import { PhoneInput } from '../../shared/ui/inputs/phone-input.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'

const { organisation, person } = completeSetup.body.shape
const setupSchema = z.object({ organisation, person })
type Draft = z.input<typeof setupSchema>
const EMPTY_DRAFT: Draft = { organisation: { name: '', domain: '' }, person: { name: '', phone: '', email: '', password: '' } }

const TEXT_FIELDS = [
  { name: 'organisation.name', label: 'Nome da organização', autoComplete: 'organization' },
  { name: 'organisation.domain', label: 'Domínio', placeholder: 'aurora.com.br', autoComplete: 'off' },
  { name: 'person.name', label: 'Seu nome', autoComplete: 'name' },
  { name: 'person.email', label: 'Seu e-mail', autoComplete: 'email' },
] as const satisfies readonly { name: FieldPath<Draft>; label: string; placeholder?: string; autoComplete: string }[]

interface InstallationSetupFormProps {
  token: string
  onDone: () => void
  /** Called if the server rejects the submitted form because the link is invalid. */
  onRejected: (error: unknown) => void
}

/** Form that creates the first organisation of an installation and its first user, who is a manager. */
export function InstallationSetupForm({ token, onDone, onRejected }: InstallationSetupFormProps) {
  const [failure, setFailure] = useState('')
  const { control, formState, handleSubmit, setError } = useForm<Draft>({
    mode: 'onTouched',
    resolver: zodResolver(setupSchema),
    defaultValues: EMPTY_DRAFT,
  })

  const submit = async (draft: Draft) => {
    setFailure('')
    try {
      await signInAfterOnboarding((await call(completeSetup, { body: { token, ...draft } })).data)
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? error.fieldErrors : {}
      if (fieldErrors['password']) return setError('person.password', { message: fieldErrors['password'] })
      if (isNotImplemented(error) || (error instanceof ApiError && error.code === 'INVALID_INPUT')) return onRejected(error)
      return setFailure(getErrorReason(error, 'Não foi possível criar a organização. Tente de novo.'))
    }
    onDone()
  }

  return (
    <form noValidate aria-labelledby="setup" onSubmit={handleSubmit(submit)}>
      <h1 id="setup" className="font-semibold text-title">
        Crie a sua organização
      </h1>
      <p className="mt-1 mb-5 text-ink-3 text-ui">Você gerencia tudo, e convida a equipe depois.</p>
      <div className="flex flex-col gap-4">
        {TEXT_FIELDS.map(({ name, ...rest }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => <TextField {...field} {...rest} error={fieldState.error?.message} required />}
          />
        ))}
        <Controller
          control={control}
          name="person.phone"
          render={({ field, fieldState }) => (
            <PhoneInput {...field} error={fieldState.error?.message} description="É com ele que você entra no painel." required />
          )}
        />
        <Controller
          control={control}
          name="person.password"
          render={({ field, fieldState }) => (
            <PasswordInput {...field} error={fieldState.error?.message} autoComplete="new-password" required />
          )}
        />
      </div>
      <FormError className="mt-4">{failure}</FormError>
      <Button type="submit" variant="primary" className="mt-5 w-full" busy={formState.isSubmitting}>
        {formState.isSubmitting ? 'Criando...' : 'Começar'}
      </Button>
    </form>
  )
}
