import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { FormError } from '../../shared/ui/inputs/form-error.tsx'
import { setServerErrors } from '../../shared/ui/inputs/form-errors.ts'
import { PasswordInput } from '../../shared/ui/inputs/password-input.tsx'
import { PhoneInput } from '../../shared/ui/inputs/phone-input.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { detectLinkError, type LinkError, MISSING_TOKEN_MESSAGE } from './link-error.ts'
import { createOnboardingSchema, EMPTY_ONBOARDING_DRAFT, type OnboardingDraft, toOnboardingBody } from './onboarding-schema.ts'
import { createInvitedAccount } from './use-invitation.ts'

const FIELDS = ['name', 'phone', 'password'] as const
const isFieldError = (error: unknown) => error instanceof ApiError && FIELDS.some((field) => error.fieldErrors[field])

const getFailureMessage = (error: unknown): string =>
  error instanceof Error && error.message === MISSING_TOKEN_MESSAGE
    ? error.message
    : getErrorReason(error, 'Failed to complete onboarding')

interface OnboardingFormProps {
  token: string
  email: string
  expiresAt: string
  /** Whether the server has no phone number of this user, so that the form must ask for it. */
  needsPhone: boolean
  onDone: () => void
  /** Called if the server rejects the submitted form because the link is used or invalid. */
  onRejected: (reason: LinkError) => void
}

export function OnboardingForm({ token, email, expiresAt, needsPhone, onDone, onRejected }: OnboardingFormProps) {
  const headingId = useId()
  const { control, formState, handleSubmit, setError, trigger, getFieldState } = useForm<OnboardingDraft>({
    mode: 'onTouched',
    resolver: zodResolver(createOnboardingSchema(needsPhone)),
    defaultValues: EMPTY_ONBOARDING_DRAFT,
  })
  const { isSubmitting } = formState
  const [failure, setFailure] = useState<string | null>(null)

  /** Whether a request is running. A ref instead of a state, because a second click before the next render would use the link twice. */
  const isSending = useRef(false)

  const submit = async (draft: OnboardingDraft) => {
    if (isSending.current) return
    isSending.current = true
    setFailure(null)
    try {
      await createInvitedAccount(token, toOnboardingBody(draft))
    } catch (error) {
      setServerErrors(error, FIELDS, setError)
      if (isFieldError(error)) return
      const text = getFailureMessage(error)
      const reason = detectLinkError(text)
      if (reason) onRejected(reason)
      else setFailure(text)
      return
    } finally {
      isSending.current = false
    }
    onDone()
  }

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={handleSubmit(submit)}>
      <h1 id={headingId} className="font-semibold text-title">
        Complete seu cadastro
      </h1>
      <dl className="mt-2 mb-5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-ui">
        <dt className="text-ink-3">E-mail</dt>
        <dd className="wrap-anywhere text-ink">{email}</dd>
        <dt className="text-ink-3">Convite expira em</dt>
        <dd>
          <time dateTime={expiresAt}>{formatFullDate(expiresAt)}</time>
        </dd>
      </dl>
      <div className="flex flex-col gap-4">
        <Controller
          control={control}
          name="name"
          render={({ field, fieldState }) => (
            <TextField {...field} label="Nome Completo" autoComplete="name" error={fieldState.error?.message} required />
          )}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneInput
              {...field}
              error={fieldState.error?.message}
              description="É com ele que você entra no painel."
              required={needsPhone}
            />
          )}
        />
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => (
            <PasswordInput
              {...field}
              autoComplete="new-password"
              error={fieldState.error?.message}
              onChange={(value) => {
                field.onChange(value)
                if (getFieldState('confirmPassword').isDirty) void trigger('confirmPassword')
              }}
              required
            />
          )}
        />
        <Controller
          control={control}
          name="confirmPassword"
          render={({ field, fieldState }) => (
            <PasswordInput
              {...field}
              label="Confirmar Senha"
              placeholder="Senha, mais uma vez"
              autoComplete="new-password"
              error={fieldState.error?.message}
              required
            />
          )}
        />
      </div>
      <FormError className="mt-4">{failure}</FormError>
      <Button type="submit" variant="primary" className="mt-5 w-full" busy={isSubmitting}>
        {isSubmitting ? 'Criando Conta...' : 'Finalizar Cadastro'}
      </Button>
    </form>
  )
}
